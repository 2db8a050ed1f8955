"""Whether another text of a file that was looked into would have told a run the same.

Of most definitions in such a file a run only asks which of some words stand in them; it opens the others. Where the
answers are the same and nothing that was opened has changed, so is everything that was found.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.outline import outline
from gatecheck.facts.tokens import attributes_in, called_in, is_decorated, names_in, quoted_in, stored_in

if TYPE_CHECKING:
    from gatecheck.facts.deferred import Asked
    from gatecheck.facts.outline import Outline


class Questions(msgspec.Struct, frozen=True, array_like=True):
    """The words that a run has asked for, by what they were to be: called, attributes, assigned to, named, quoted."""

    called: frozenset[str]
    attributes: frozenset[str]
    stored: frozenset[str]
    names: frozenset[str]
    quoted: frozenset[str]

    @classmethod
    def of(cls, asked: Asked) -> Questions:
        """What has been asked so far."""
        kinds = (asked.called, asked.attributes, asked.stored, asked.names, asked.quoted)
        return cls(*map(frozenset, kinds))

    def answers(self, text: str) -> tuple[object, ...]:
        """All that a run knows of a definition which it has not opened."""
        stored, names = stored_in(text), names_in(text)
        return (
            is_decorated(text),
            self.called & called_in(text),
            self.attributes & attributes_in(text),
            bool(stored),
            self.stored & stored,
            self.names & names,
            quoted_in(text, self.quoted & names),
        )


class Looked(msgspec.Struct, frozen=True):
    """What a run has looked at: of each file that could be cut the definitions that it opened, by chunk."""

    opened: dict[str, frozenset[int]]
    questions: Questions


class _Cut(msgspec.Struct, frozen=True):
    """One definition of a file, with its text."""

    owner: int
    name: str
    indented: bool
    text: str

    def stands_like(self, other: _Cut) -> bool:
        """Whether two definitions have the same name and stand in the same class."""
        return (self.owner, self.name, self.indented) == (other.owner, other.name, other.indented)


def is_alike(before: str, after: str, opened: frozenset[int], questions: Questions, *, placed: bool) -> bool:
    """Whether two texts of a file tell a run the same; ``placed`` says that its report names lines of the file."""
    if not (before.isascii() and after.isascii() and compiles(after)):
        return False
    old, new = outline(before), outline(after)
    if len(old.definitions) != len(new.definitions) or old.shell()[0] != new.shell()[0]:
        return False
    pairs = enumerate(zip(_cuts(old), _cuts(new), strict=True), start=1)
    changed = {chunk: pair for chunk, pair in pairs if pair[0] != pair[1]}
    if not opened.isdisjoint(changed) or not all(was.stands_like(now) for was, now in changed.values()):
        return False
    if placed and any(was.text.count("\n") != now.text.count("\n") for was, now in changed.values()):
        return False
    return all(questions.answers(was.text) == questions.answers(now.text) for was, now in changed.values())


def _cuts(cut: Outline) -> list[_Cut]:
    return [_Cut(one.owner, one.name, one.indented, cut.text_of(one)) for one in cut.definitions]


def compiles(text: str) -> bool:
    """Whether a text is Python to Python itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<source>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
