"""What a method puts into an attribute of its object step by step: lists that grow in a loop, views, functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import is_function
from gatecheck.facts.visit import own_attribute, walk
from gatecheck.flow.handing import GROWING, bindings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet


class Step(msgspec.Struct, frozen=True):
    """A statement of a method: the variables that it binds and names, and the attributes that it puts something in.

    ``makes`` says that it goes through something, or makes a function.
    """

    statement: r.Stmt
    binds: frozenset[str]
    names: frozenset[str]
    stores: frozenset[str]
    attributes: frozenset[str]
    makes: bool


def steps_of(record: r.Function) -> tuple[Step, ...]:
    """The statements of a method, each with what it does."""
    return tuple(_step(statement, record) for statement in record.body)


def _step(statement: r.Stmt, record: r.Function) -> Step:
    nodes = list(walk(statement))
    binds = {name for node in nodes for names, _ in bindings(node) for name in names}
    return Step(
        statement,
        frozenset(binds | ({statement.name} if is_function(statement) else set())),
        frozenset(node.id for node in nodes if isinstance(node, r.Name)),
        frozenset(name for node in nodes for name in _stored(node, record)),
        frozenset(node.name for node in nodes if isinstance(node, r.Attr)),
        any(isinstance(node, (r.For, r.Comp, r.Lambda, r.Function)) for node in nodes) or is_function(statement),
    )


def _stored(node: object, record: r.Function) -> Iterator[str]:
    """The attributes of its own object that a node assigns to, or puts something into."""
    targets: list[r.Expr] = []
    if isinstance(node, r.Assign):
        targets = [t for target in node.targets for t in (target.items if isinstance(target, r.Seq) else (target,))]
    elif isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in GROWING:
        targets = [node.func.value]
    for name in (own_attribute(_container(target), record) for target in targets):
        if name is not None:
            yield name


def _container(target: r.Expr) -> r.Expr:
    """What a target puts something into."""
    return _container(target.value) if isinstance(target, r.Sub) else target


def making(steps: tuple[Step, ...], name: str, words: AbstractSet[str]) -> tuple[r.Stmt, ...]:
    """The statements that an attribute is made by; none where they go through nothing that one of ``words`` gives."""
    chosen: list[Step] = []
    wanted: set[str] = set()
    for step in reversed(steps):
        if name in step.stores or not step.binds.isdisjoint(wanted):
            chosen.append(step)
            wanted |= step.names
    if not any(step.makes for step in chosen) or all(step.attributes.isdisjoint(words) for step in chosen):
        return ()
    return tuple(step.statement for step in reversed(chosen))


def made_in_steps(record: r.Function, words: AbstractSet[str]) -> set[str]:
    """The attributes that a method makes so."""
    steps = steps_of(record)
    return {name for step in steps for name in step.stores if making(steps, name, words)}
