"""Whether another text of a file that was looked into tells a run the same, and where its lines have gone then.

Of most definitions in such a file a run only asks which of some words stand in them; it opens the others. Where all
answers are the same, and what was opened means the same, so is everything that was found.
"""

from __future__ import annotations

import warnings
from keyword import kwlist
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.outline import outline
from gatecheck.facts.tokens import attributes_in, called_in, count_in, is_decorated, names_in, quoted_in, stored_in
from gatecheck.moving import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.facts.deferred import Asked
    from gatecheck.facts.outline import Outline
    from gatecheck.findings import Place

_KEYWORDS = frozenset(kwlist)


class Questions(msgspec.Struct, frozen=True, array_like=True):
    """The words that a run has asked for, by what they were to be; the calls of ``counted`` ones were counted."""

    called: frozenset[str]
    attributes: frozenset[str]
    stored: frozenset[str]
    names: frozenset[str]
    quoted: frozenset[str]
    counted: frozenset[str]

    @classmethod
    def of(cls, asked: Asked) -> Questions:
        """What has been asked so far."""
        kinds = (asked.called, asked.attributes, asked.stored, asked.names, asked.quoted, asked.counted)
        return cls(*map(frozenset, kinds))

    def answers(self, text: str) -> tuple[object, ...]:
        """All that a run knows of a definition which it has not opened; all of it where words end in other places."""
        if not text.isascii():
            return (text,)
        stored, names = stored_in(text), names_in(text)
        return (
            is_decorated(text),
            self.called & called_in(text),
            self.attributes & attributes_in(text),
            bool(stored),
            self.stored & stored,
            self.names & names,
            self.quoted & quoted_in(text),
            [count_in(text, method) for method in sorted(self.counted & names)],
        )


class Looked(msgspec.Struct, frozen=True):
    """What a run has looked at: of each file that could be cut the definitions that it opened, by chunk."""

    opened: dict[str, frozenset[int]]
    questions: Questions


class _Cut(msgspec.Struct, frozen=True):
    """One definition of a file, with its text; ``first`` is its first line, from 1."""

    owner: int
    name: str
    indented: bool
    text: str
    first: int

    def stands_like(self, other: _Cut) -> bool:
        """Whether two definitions have the same name and stand in the same class."""
        return (self.owner, self.name, self.indented) == (other.owner, other.name, other.indented)


class Texts(msgspec.Struct, frozen=True):
    """Two texts of one file: the one that a run has looked into, and another."""

    path: str
    before: str
    after: str


def followed(texts: Texts, opened: frozenset[int], questions: Questions) -> Move | None:
    """Where the lines of a file have gone, if its other text tells a run the same; None where it may not.

    ``opened`` are the definitions that the run has opened, by chunk.
    """
    if not compiles(texts.after):
        return None
    old, new = outline(texts.before), outline(texts.after)
    (shell, was_at), (new_shell, now_at) = old.shell(), new.shell()
    if len(old.definitions) != len(new.definitions) or shell != new_shell:
        return None
    lines = dict(zip(was_at, now_at, strict=True))
    spans: dict[Place, Place] = {}
    for chunk, (was, now) in enumerate(zip(_cuts(old), _cuts(new), strict=True), start=1):
        if was.text == now.text:
            lines.update((was.first + line, now.first + line) for line in range(was.text.count("\n") + 1))
        elif not (was.stands_like(now) and questions.answers(was.text) == questions.answers(now.text)):
            return None
        elif chunk in opened:
            inside = _spans(texts.path, (was, now), chunk) if _calls(was.text) == _calls(now.text) else None
            if inside is None:
                return None
            spans.update(inside)
    return Move(lines, spans)


def _calls(text: str) -> frozenset[str]:
    """All that may be called in a definition, which some ask of one that they open: keywords never are."""
    return called_in(text) - _KEYWORDS


def _cuts(cut: Outline) -> Iterator[_Cut]:
    for one in cut.definitions:
        yield _Cut(one.owner, one.name, one.indented, cut.text_of(one), one.first + 1)


def _spans(path: str, cuts: tuple[_Cut, _Cut], chunk: int) -> dict[Place, Place] | None:
    """The places of a definition in both texts, if it means the same in them."""
    from gatecheck.facts.collect import Chunk
    from gatecheck.facts.same import spans

    was, now = (Chunk(path, "", cut.text, cut.name, chunk, cut.indented) for cut in cuts)
    return spans((was, cuts[0].first - 1), (now, cuts[1].first - 1))


def compiles(text: str) -> bool:
    """Whether a text is Python to Python itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<source>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
