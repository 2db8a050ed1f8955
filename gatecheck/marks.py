"""What the source says of itself: which functions leave the waiting to their callers, and which fetches are targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk_all
from gatecheck.flow.marked import Marked
from gatecheck.suppress import Mark, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gatecheck.findings import Comment, Place
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.cases import Case
    from gatecheck.program.link import Program

    Locate = Callable[[tuple[str, int]], Place]


class Marks(msgspec.Struct, frozen=True):
    """Function keys marked ``requires-gate`` and ``store``, and the lines (file, first, last) marked ``store``.

    ``fetches`` are the assignments on these lines, each by the key of its outermost function and its own number.
    """

    requires: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    lines: tuple[tuple[str, int, int], ...] = ()
    fetches: frozenset[tuple[str, int]] = frozenset()


def collect_marks(program: Program, comments: tuple[Comment, ...], locate: Locate) -> Marks:
    """The marks that the comments of a program make."""
    by_symbol = _by_symbol(program)
    requires: set[str] = set()
    stores: set[str] = set()
    lines: list[tuple[str, int, int]] = []
    fetching: set[str] = set()
    for comment in comments:
        said = parse(comment.text)
        if not isinstance(said, Mark):
            continue
        key = by_symbol.get((comment.file, comment.symbol))
        if comment.on_def and key is not None:
            (requires if said.word == "requires-gate" else stores).add(key)
        elif said.word == "store":
            lines.append((comment.file, comment.first_line, comment.last_line))
            fetching |= {key} if key is not None else set()
    fetches = {place for key in fetching for place in _assignments(program, key) if _on(locate(place), tuple(lines))}
    return Marks(frozenset(requires), frozenset(stores), tuple(lines), frozenset(fetches))


def _assignments(program: Program, key: str) -> list[tuple[str, int]]:
    body = program.functions[key].record.body
    return [(key, node.at) for node in walk_all(body) if isinstance(node, r.Assign)]


def idle_marks(analysis: Analysis, comments: tuple[Comment, ...], texts: Mapping[str, str]) -> dict[Comment, str]:
    """The marks that certainly have no effect, with the reason; a line with a statement has the benefit of doubt."""
    by_symbol = _by_symbol(analysis.program)
    marked = Marked(analysis)
    found: dict[Comment, str] = {}
    for comment in comments:
        said = parse(comment.text)
        if isinstance(said, Mark) and not comment.on_def:
            if said.word == "requires-gate" or _is_alone(comment, texts):
                found[comment] = f"{said.word} stands on no {_CARRIERS[said.word]}"
        elif isinstance(said, Mark):
            key = by_symbol.get((comment.file, comment.symbol))
            if key is None or marked.is_idle(key):
                found[comment] = "nothing is read here that has not been waited for"
    return found


_CARRIERS = {"requires-gate": "def", "store": "def and no statement"}


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
    kept = []
    for case in cases:
        sites = tuple(site for site in case.sites if not any(_on(locate(hop.place), marks.lines) for hop in site.hops))
        if sites:
            kept.append(msgspec.structs.replace(case, sites=sites))
    return kept


def _on(place: Place, lines: tuple[tuple[str, int, int], ...]) -> bool:
    return any(place.file == file and first <= place.line <= last for file, first, last in lines)
