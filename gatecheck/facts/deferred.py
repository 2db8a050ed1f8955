"""Functions that are parsed when somebody asks for more than their name: most of a tree is never asked.

A :class:`Deferred` stands in for :class:`gatecheck.facts.records.Function` wherever a definition was cut out of its
module. Its text answers at once whether it can mention a word at all.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from gatecheck.facts import records as r
from gatecheck.facts.tokens import (
    attributes_in,
    called_in,
    count_in,
    is_decorated,
    names_in,
    quoted_in,
    stored_in,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from typing_extensions import TypeIs

_FIELDS = tuple(name for name in r.Function.__struct_fields__ if name not in {"name", "chunk"})
_HEAD = ("params", "decorators", "returns", "at")


class Asked:
    """What one run has asked of the texts of definitions; the answers are all that it knows of those left unopened."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.attributes: set[str] = set()
        self.stored: set[str] = set()
        self.names: set[str] = set()
        self.quoted: set[str] = set()
        self.counted: set[str] = set()


class Source(Protocol):
    """Where a definition is loaded from."""

    def whole(self) -> r.Function:
        """The definition."""

    def head(self) -> r.Function | None:
        """The definition without its body, with the same ordinals; None where that is not known apart."""


class Deferred:
    """One definition: its name and chunk are known; its head, and then the rest, are loaded from its text once.

    It is ``opened`` as soon as anything but a question for some words is asked of it; these are noted in ``asked``.
    """

    def __init__(self, name: str, chunk: int, text: str, source: Source, asked: Asked) -> None:
        self.name = name
        self.chunk = chunk
        self.asked = asked
        self.opened = False
        self._text = text
        self._source = source

    @property
    def called_words(self) -> frozenset[str]:
        """Every word that stands before an opening bracket."""
        self.opened = True
        return self._called

    def tokens(self) -> set[bytes]:
        """The words of its text for an index, which notes itself which of them it is asked for."""
        return words_of(self._text)

    def called(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Which of these words stand before an opening bracket."""
        self.asked.called.update(words)
        return words & self._called

    def attributes(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Which of these words stand behind a dot."""
        self.asked.attributes.update(words)
        return words & self._attributes

    def stored(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Which of these attributes may be assigned to."""
        self.asked.stored.update(words)
        return words & self._stored

    def stores_any(self) -> bool:
        """Whether any attribute may be assigned to."""
        return bool(self._stored)

    def named(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Which of these words stand in it."""
        self.asked.names.update(words)
        return words & self._names

    def quoted(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Which of these words may stand in it as a string."""
        self.asked.quoted.update(words)
        return words & self._quoted

    def count(self, method: str) -> int:
        """How many calls of a method of this name stand in it, as far as its text shows."""
        self.asked.counted.add(method)
        return count_in(self._text, method)

    @cached_property
    def _called(self) -> frozenset[str]:
        return called_in(self._text)

    @cached_property
    def _attributes(self) -> frozenset[str]:
        return attributes_in(self._text)

    @cached_property
    def _stored(self) -> frozenset[str]:
        return stored_in(self._text)

    @cached_property
    def _quoted(self) -> frozenset[str]:
        return quoted_in(self._text)

    @cached_property
    def _names(self) -> frozenset[str]:
        return names_in(self._text)

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in _FIELDS:
            raise AttributeError(attribute)
        if attribute == "decorators" and not is_decorated(self._text):
            self.decorators: tuple[r.Expr, ...] = ()
            return ()
        self.opened = True
        head = self._source.head() if attribute in _HEAD else None
        self._take(head or self._source.whole(), _HEAD if head is not None else _FIELDS)
        return self.__dict__[attribute]

    def _take(self, record: r.Function, names: tuple[str, ...]) -> None:
        """Keep these fields, unless they were known before: a record is one object for whoever has seen it."""
        for name in names:
            self.__dict__.setdefault(name, getattr(record, name))


def stand_in(deferred: Deferred) -> r.Function:
    """Pass a deferred definition off as the record that it becomes."""
    return cast("r.Function", deferred)


def is_function(node: object) -> TypeIs[r.Function]:
    """Whether a statement is a function, parsed or not."""
    return isinstance(node, r.Function | Deferred)


def can_call(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may call one of these; only an unparsed text in which no call of them stands says no."""
    return not isinstance(function, Deferred) or bool(function.called(words))


def can_name_attribute(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may name one of these attributes."""
    return not isinstance(function, Deferred) or bool(function.attributes(words))


def can_store(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may assign to one of these attributes."""
    return not isinstance(function, Deferred) or bool(function.stored(words))


def can_keep(function: r.Function) -> bool:
    """Whether a function may assign to an attribute at all."""
    return not isinstance(function, Deferred) or function.stores_any()


def can_mention(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may name one of these at all."""
    return not isinstance(function, Deferred) or bool(function.named(words))


def can_quote(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether one of these may stand in a function as a string."""
    return not isinstance(function, Deferred) or bool(function.quoted(words))
