"""What the source says of itself: which functions leave the waiting to their callers, and which fetches are targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import own_attribute, walk, walk_all
from gatecheck.flow.marked import Marked
from gatecheck.suppress import Mark, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gatecheck.findings import Comment, Place
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.cases import Case
    from gatecheck.program.link import FunctionInfo, Program

    Locate = Callable[[tuple[str, int]], Place]


class Marks(msgspec.Struct, frozen=True):
    """Function keys marked ``requires-gate`` and ``store``, and the lines (file, first, last) marked ``store``.

    ``fetches`` are the assignments on these lines, each by the key of its outermost function and its own number, and
    ``fetching`` are these functions. ``reasons`` are those that callers are given for a wait that is left to them.
    """

    requires: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    lines: tuple[tuple[str, int, int], ...] = ()
    fetches: frozenset[tuple[str, int]] = frozenset()
    fetching: frozenset[str] = frozenset()
    reasons: tuple[tuple[str, str], ...] = ()


def collect_marks(program: Program, comments: tuple[Comment, ...], locate: Locate) -> Marks:
    """The marks that the comments of a program make."""
    by_symbol = _by_symbol(program)
    requires: dict[str, str] = {}
    stores: set[str] = set()
    lines: list[tuple[str, int, int]] = []
    fetching: set[str] = set()
    for comment in comments:
        said = parse(comment.text)
        if not isinstance(said, Mark):
            continue
        key = by_symbol.get((comment.file, comment.symbol))
        if comment.on_def and key is not None and said.word == "requires-gate":
            requires[key] = said.reason
        elif comment.on_def and key is not None:
            stores.add(key)
        elif said.word == "store":
            lines.append((comment.file, comment.first_line, comment.last_line))
            fetching |= {key} if key is not None else set()
    on = _On(tuple(lines), locate)
    fetches = {place for key in fetching for place in _assignments(program, key) if on(place)}
    return Marks(
        requires=frozenset(requires),
        stores=frozenset(stores),
        lines=tuple(lines),
        fetches=frozenset(fetches),
        fetching=frozenset(fetching),
        reasons=tuple(sorted(requires.items())),
    )


def _assignments(program: Program, key: str) -> list[tuple[str, int]]:
    body = program.functions[key].record.body
    return [(key, node.at) for node in walk_all(body) if isinstance(node, r.Assign)]


class Idle:
    """Finds the marks that certainly have no effect."""

    def __init__(self, analysis: Analysis, locate: Locate) -> None:
        self._analysis = analysis
        self._locate = locate
        self._marked = Marked(analysis)
        self._by_symbol = _by_symbol(analysis.program)
        self._classes = {(info.path, info.name) for info in analysis.program.classes.values()}

    def among(self, comments: tuple[Comment, ...], texts: Mapping[str, str]) -> dict[Comment, str]:
        """The idle ones of these, each with the reason."""
        said = ((comment, parse(comment.text)) for comment in comments)
        found = ((comment, self._why(comment, mark, texts)) for comment, mark in said if isinstance(mark, Mark))
        return {comment: why for comment, why in found if why}

    def _why(self, comment: Comment, mark: Mark, texts: Mapping[str, str]) -> str:
        """Why a mark has no effect; nothing where it has one, or may have one."""
        key = self._by_symbol.get((comment.file, comment.symbol))
        if not comment.on_def and (mark.word == "requires-gate" or _is_alone(comment, texts)):
            return f"{mark.word} stands on no {_CARRIERS[mark.word]}"
        if comment.on_def:
            return _NOTHING_READ if key is None or self._marked.is_idle(key) else ""
        if key is None:
            return _NOTHING_READ if (comment.file, comment.symbol) in self._classes else ""
        return "nothing is fetched here" if self._is_idle_line(comment, key) else ""

    def _is_idle_line(self, comment: Comment, key: str) -> bool:
        """Whether nothing is read or fetched on a line, and nothing stands there of which that is not certain."""
        on = _On(((comment.file, comment.first_line, comment.last_line),), self._locate)
        doubtful = _doubtful(self._analysis.program.functions[key])
        return not any(on((key, at)) for at in doubtful) and not self._marked.fetches_on(key, on)


def _doubtful(info: FunctionInfo) -> Iterator[int]:
    """What may be a fetch that a walk does not see: anything but attributes of a method's own object."""
    for node in walk_all(info.record.body):
        if isinstance(node, r.Walrus):
            yield from (name.at for name in walk(node) if isinstance(name, r.Name))
        elif isinstance(node, (r.Call, r.For, r.Attr, r.Sub)) and not _is_own(node, info):
            yield node.at


def _is_own(node: r.Call | r.For | r.Attr | r.Sub, info: FunctionInfo) -> bool:
    """Whether an expression is an attribute of a method's own object, or an element of anything but a variable."""
    if isinstance(node, r.Attr):
        return info.owner is not None and own_attribute(node, info.record) is not None
    return isinstance(node, r.Sub) and not isinstance(node.value, r.Name)


_CARRIERS = {"requires-gate": "def", "store": "def and no statement"}
_NOTHING_READ = "nothing is read here that has not been waited for"


def _by_symbol(program: Program) -> dict[tuple[str, str], str]:
    return {(info.path, info.symbol): key for key, info in program.functions.items() if info.outer is None}


def _is_alone(comment: Comment, texts: Mapping[str, str]) -> bool:
    """Whether a comment has a line to itself, outside any statement."""
    line = texts[comment.file].split("\n")[comment.line - 1]
    return comment.first_line == comment.last_line and not line[: comment.column - 1].strip()


def without_targets(cases: list[Case], marks: Marks, locate: Locate) -> list[Case]:
    """The cases without the fetches that stand on a line marked ``store``."""
    if not marks.lines:
        return cases
    on = _On(marks.lines, locate)
    kept = []
    for case in cases:
        sites = tuple(site for site in case.sites if not any(on(hop.place) for hop in site.hops))
        if sites:
            kept.append(msgspec.structs.replace(case, sites=sites))
    return kept


class _On:
    """Whether a place of the walk stands on one of some lines."""

    def __init__(self, lines: tuple[tuple[str, int, int], ...], locate: Locate) -> None:
        self._lines = lines
        self._locate = locate

    def __call__(self, place: tuple[str, int]) -> bool:
        found = self._locate(place)
        return any(found.file == file and first <= found.line <= last for file, first, last in self._lines)
