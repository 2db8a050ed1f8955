"""By what names functions are called: their own, and for what runs when an object is called, those of the object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_name, last_name, named_of, names_of, walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo, Program

CALL = "__call__"


def names_of_calls(program: Program, info: FunctionInfo) -> frozenset[str]:
    """The names by which a function is called, as far as texts show."""
    if info.record.name != CALL or info.owner is None:
        return frozenset({info.record.name})
    return names_of_objects(program, info.owner) | {info.record.name}


def names_of_objects(program: Program, cls: str) -> frozenset[str]:
    """The variables and attributes that hold an object of a class or an heir, as far as texts show."""
    names = frozenset(program.classes[key].name for key in program.heirs.get(cls, ()))
    near = (each for each in program.having(names) if each.outer is None)
    made = {name for each in near for name in _objects(each.record, names)}
    fields = {name for each in program.classes.values() for name in _declared(each.fields, names)}
    return frozenset(made | fields | _drawn(program, made | fields))


def _drawn(program: Program, names: AbstractSet[str]) -> set[str]:
    """The variables of loops over what is called by one of these names."""
    near = (each.record for each in program.having(names) if each.outer is None and attrs_of(each.record, names))
    loops = (node for record in near for node in walk_all(record.body) if isinstance(node, (r.For, r.Gen)))
    return {name for loop in loops if _mentions(loop.iter, names) for name in names_of(loop.target)}


def _objects(record: r.Function, classes: frozenset[str]) -> Iterator[str]:
    """The variables and attributes that hold an object of one of these classes: one that is made here, or handed in."""
    given = {p.name for p in record.params if p.annotation is not None and _mentions(p.annotation, classes)}
    yield from given
    if not given and not named_of(record, classes):
        return
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None and _is_object(node, classes, given):
            yield from filter(None, map(last_name, node.targets))


def _is_object(node: r.Assign, classes: frozenset[str], given: set[str]) -> bool:
    """Whether an assignment makes such an object, a container of some, or passes one on."""
    if node.annotation is not None and _mentions(node.annotation, classes):
        return True
    value = node.value
    calls = (each for each in walk(value) if isinstance(each, r.Call)) if value is not None else ()
    return any(called_name(call) in classes for call in calls) or (isinstance(value, r.Name) and value.id in given)


def _declared(fields: Iterable[r.Assign], classes: frozenset[str]) -> Iterator[str]:
    """The fields of a class that are annotated with one of these."""
    for field in fields:
        if field.annotation is not None and _mentions(field.annotation, classes):
            yield from filter(None, map(last_name, field.targets))


def _mentions(expr: r.Expr, classes: AbstractSet[str]) -> bool:
    return any(isinstance(node, (r.Name, r.Attr)) and last_name(node) in classes for node in walk(expr))
