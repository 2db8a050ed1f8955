"""Functions that are parsed when somebody asks for more than their name: most of a tree is never asked.

A :class:`Deferred` stands in for :class:`gatecheck.facts.records.Function` wherever a definition was cut out of its
module. Its text answers at once whether it can mention a word at all.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from gatecheck.facts import records as r
from gatecheck.facts.tokens import attributes_in, called_in, names_in, stored_in

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from typing_extensions import TypeIs

_FIELDS = tuple(name for name in r.Function.__struct_fields__ if name not in {"name", "chunk"})
_HEAD = ("params", "decorators", "returns", "at")


class Source(Protocol):
    """Where a definition is loaded from."""

    def whole(self) -> r.Function:
        """The definition."""

    def head(self) -> r.Function | None:
        """The definition without its body, with the same ordinals; None where that is not known apart."""


class Deferred:
    """One definition: its name and chunk are known; its head, and then the rest, are loaded from its text once."""

    def __init__(self, name: str, chunk: int, text: str, source: Source) -> None:
        self.name = name
        self.chunk = chunk
        self.text = text
        self._source = source

    @cached_property
    def called_words(self) -> frozenset[str]:
        """Every word that stands before an opening bracket."""
        return called_in(self.text)

    @cached_property
    def attribute_words(self) -> frozenset[str]:
        """Every word that stands behind a dot."""
        return attributes_in(self.text)

    @cached_property
    def stored_words(self) -> frozenset[str]:
        """Every attribute that may be assigned to."""
        return stored_in(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word."""
        return names_in(self.text)

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in _FIELDS:
            raise AttributeError(attribute)
        if attribute == "decorators" and not self.text.lstrip().startswith("@"):
            self.decorators: tuple[r.Expr, ...] = ()
            return ()
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
    return not isinstance(function, Deferred) or bool(words & function.called_words)


def can_name_attribute(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may name one of these attributes."""
    return not isinstance(function, Deferred) or not words.isdisjoint(function.attribute_words)


def can_store(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may assign to one of these attributes."""
    return not isinstance(function, Deferred) or not words.isdisjoint(function.stored_words)


def can_keep(function: r.Function) -> bool:
    """Whether a function may assign to an attribute at all."""
    return not isinstance(function, Deferred) or bool(function.stored_words)


def can_mention(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function may name one of these at all."""
    return not isinstance(function, Deferred) or not words.isdisjoint(function.words)


def can_quote(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether one of these may stand in a function as a string."""
    if not isinstance(function, Deferred):
        return True
    return any(f'"{word}"' in function.text or f"'{word}'" in function.text for word in words & function.words)
