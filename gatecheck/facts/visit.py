"""Walking over records without knowing their kinds."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import Deferred, can_call, can_mention, can_name_attribute, can_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet


def children(node: msgspec.Struct) -> Iterator[msgspec.Struct]:
    """The records directly inside one record, in evaluation order."""
    for name in _record_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, msgspec.Struct):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, msgspec.Struct):
                    yield item


@cache
def _record_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a kind of record that can hold others."""
    said = kind.__annotations__
    return tuple(name for name in kind.__struct_fields__ if said.get(name) not in _PLAIN)


@cache
def _fields_backwards(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return _record_fields(kind)[::-1]


_CALLED_BY_SYNTAX = frozenset({"__call__", "__getitem__", "__getattr__", "__iter__"})
_PLAIN = frozenset({
    "int", "str", "bool", "bool | int | str | None", "str | None", "tuple[str, ...]", "Uses | None", "Uses",
})  # fmt: skip


def walk(node: msgspec.Struct) -> Sequence[msgspec.Struct]:
    """A record and everything inside it, outermost first."""
    return _flat([node])


def walk_all(nodes: tuple[r.Stmt, ...]) -> Sequence[msgspec.Struct]:
    """Everything inside several statements, in order."""
    return _flat_body(Body(nodes))


class Body:
    """The statements of a function, told from others by identity: to compare them would be to walk them."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: tuple[r.Stmt, ...]) -> None:
        self.nodes = nodes

    def __hash__(self) -> int:
        return id(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and self.nodes is other.nodes


@lru_cache(maxsize=1 << 10)
def _flat_body(body: Body) -> Sequence[msgspec.Struct]:
    """Most functions are walked for one question after the other; the cache holds what it knows by identity."""
    return tuple(_flat(body.nodes[::-1]))


def _flat(backwards: Iterable[msgspec.Struct]) -> list[msgspec.Struct]:
    """Records with everything inside them, the last one first."""
    stack: list[object] = list(backwards)
    found: list[msgspec.Struct] = []
    while stack:
        current = stack.pop()
        if isinstance(current, msgspec.Struct):
            found.append(current)
            for name in _fields_backwards(type(current)):
                value = getattr(current, name)
                if isinstance(value, tuple):
                    stack += value[::-1]
                else:
                    stack.append(value)
    return found


def parents_of(function: r.Function) -> dict[int, msgspec.Struct]:
    """What each record of a function's body stands in, by identity; the statements of the body stand in nothing."""
    parents: dict[int, msgspec.Struct] = {}
    for node in walk_all(function.body):
        parents.update((id(child), node) for child in children(node))
    return parents


def only_value(nodes: Iterable[msgspec.Struct], name: str) -> r.Expr | None:
    """What a variable is given, where that happens once among these."""
    assigned = (node for node in nodes if isinstance(node, r.Assign))
    values = [n.value for n in assigned if any(isinstance(t, r.Name) and t.id == name for t in n.targets)]
    return values[0] if len(values) == 1 else None


def uses(function: r.Function) -> r.Uses:
    """What a function mentions: from its facts, or found here for one that was not lowered from source."""
    return function.uses if function.uses is not None else _find_uses(function)


def is_private(name: str) -> bool:
    """Whether a method is none that others call, by its name or by the syntax that stands for it."""
    return name.startswith("_") and name not in _CALLED_BY_SYNTAX


def own_name(function: r.Function) -> str:
    """What a method calls its own object; nothing where it takes none."""
    return function.params[0].name if function.params else ""


def last_name(expr: r.Expr) -> str:
    """The name of a variable or an attribute; nothing for anything else."""
    return expr.name if isinstance(expr, r.Attr) else expr.id if isinstance(expr, r.Name) else ""


def is_name(expr: r.Expr, name: str) -> bool:
    """Whether an expression is this variable."""
    return isinstance(expr, r.Name) and expr.id == name


def own_attribute(expr: object, function: r.Function) -> str | None:
    """The name of the attribute of the method's own object that an expression is; None for anything else."""
    if isinstance(expr, r.Attr) and function.params and is_name(expr.value, function.params[0].name):
        return expr.name
    return None


def called_name(node: r.Call) -> str:
    """The name of what is called."""
    return last_name(node.func)


def as_attribute(expr: r.Expr) -> r.Expr:
    """``x.name`` for ``getattr(x, "name")``, whatever is there instead where it is missing; the expression else."""
    if not isinstance(expr, r.Call) or not is_name(expr.func, "getattr") or len(expr.args) < 2:
        return expr
    name = expr.args[1].value
    if not isinstance(name, r.Const) or not isinstance(name.value, str):
        return expr
    return r.Attr(expr.args[0].value, name.value, expr.at)


def decorator_names(record: r.Function) -> set[str]:
    """The last names of a function's decorators, called or not."""
    return {last_name(each.func if isinstance(each, r.Call) else each) for each in record.decorators}


def names_of(target: r.Expr | None) -> Iterator[str]:
    """The variables that an assignment target binds, each of several included."""
    if isinstance(target, r.Name):
        yield target.id
    elif isinstance(target, r.Star):
        yield from names_of(target.value)
    elif isinstance(target, r.Seq):
        for item in target.items:
            yield from names_of(item)


def own_calls(record: r.Function) -> set[str]:
    """The methods of its own object that a method calls."""
    calls = (node for node in walk_all(record.body) if isinstance(node, r.Call))
    return {name for call in calls if (name := own_attribute(call.func, record)) is not None}


def called_of(function: r.Function, words: AbstractSet[str]) -> AbstractSet[str]:
    """Which of these functions or methods a function calls; one whose text lacks them all is not parsed for it."""
    return words & uses(function).called if can_call(function, words) else frozenset()


def may_call(function: r.Function, words: AbstractSet[str]) -> AbstractSet[str]:
    """Which of these a function calls, as far as its text shows: where a word too many costs less than parsing."""
    return function.called(words) if isinstance(function, Deferred) else words & uses(function).called


def call_words(function: r.Function) -> AbstractSet[str]:
    """What a function calls, as far as its text shows: a word too many, never one too few."""
    return function.called_words if isinstance(function, Deferred) else uses(function).called


def count_calls(function: r.Function, method: str) -> int:
    """How many calls of a method of this name stand in a function, as far as its text shows."""
    if isinstance(function, Deferred):
        return function.count(method)
    calls = (node.func for node in walk_all(function.body) if isinstance(node, r.Call))
    return sum(isinstance(func, r.Attr) and func.name == method for func in calls)


def may_name(function: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function names one of these attributes, as far as its text shows."""
    if isinstance(function, Deferred):
        return can_name_attribute(function, words)
    return bool(words & uses(function).attrs)


def attrs_of(function: r.Function, words: AbstractSet[str]) -> AbstractSet[str]:
    """Which of these attributes a function names."""
    return words & uses(function).attrs if can_name_attribute(function, words) else frozenset()


def stored_of(function: r.Function, words: AbstractSet[str]) -> AbstractSet[str]:
    """Which of these attributes a function assigns to."""
    return words & uses(function).stored if can_store(function, words) else frozenset()


def named_of(function: r.Function, words: AbstractSet[str]) -> AbstractSet[str]:
    """Which of these words a function has as a variable or an attribute."""
    if not can_mention(function, words):
        return frozenset()
    mentioned = uses(function)
    return words & (mentioned.names | mentioned.attrs)


def attributes_of(target: r.Expr) -> Iterator[str]:
    """The attributes that an assignment target stores into, one of several included."""
    if isinstance(target, r.Attr):
        yield target.name
    elif isinstance(target, r.Star):
        yield from attributes_of(target.value)
    elif isinstance(target, r.Seq):
        for item in target.items:
            yield from attributes_of(item)


def _find_uses(function: r.Function) -> r.Uses:
    called: set[str] = set()
    attrs: set[str] = set()
    stored: set[str] = set()
    names: set[str] = set()
    for node in walk_all(function.body):
        if isinstance(node, r.Attr):
            attrs.add(node.name)
        elif isinstance(node, r.Name):
            names.add(node.id)
        elif isinstance(node, r.Call) and isinstance(node.func, r.Attr):
            called.add(node.func.name)
        elif isinstance(node, r.Call) and isinstance(node.func, r.Name):
            called.add(node.func.id)
        elif isinstance(node, r.Assign):
            stored.update(name for target in node.targets for name in attributes_of(target))
    return r.Uses(frozenset(called), frozenset(attrs), frozenset(stored), frozenset(names))
