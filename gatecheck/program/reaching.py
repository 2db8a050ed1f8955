"""Which assignments of a name reach one of its uses: a branch that is not taken to it says nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

Definitions = tuple[r.Expr, ...]


class _Found(Exception):  # noqa: N818 - no error: the use was come to
    def __init__(self, definitions: Definitions) -> None:
        super().__init__()
        self.definitions = definitions


def reaching(record: r.Function, use: r.Name) -> Definitions:
    """The values that a name can have where it stands; all of its values if it stands in a nested function."""
    try:
        last = _block(record.body, use, ())
    except _Found as found:
        return found.definitions
    return last


def _block(body: tuple[r.Stmt, ...], use: r.Name, before: Definitions) -> Definitions:
    for statement in body:
        before = _statement(statement, use, before)
    return before


def _statement(statement: r.Stmt, use: r.Name, before: Definitions) -> Definitions:
    if isinstance(statement, r.If):
        before = _evaluated(statement.test, use, before)
        return _joined(_block(statement.body, use, before), _block(statement.orelse, use, before))
    if isinstance(statement, (r.For, r.While)):
        before = _evaluated(statement.iter if isinstance(statement, r.For) else statement.test, use, before)
        once = _joined(before, _quietly(statement.body, before, use.id))
        return _block(statement.orelse, use, _joined(once, _block(statement.body, use, once)))
    if isinstance(statement, r.With):
        for item in statement.items:
            before = _evaluated(item.value, use, before)
        return _block(statement.body, use, before)
    if isinstance(statement, r.Try):
        after = _block(statement.body, use, before)
        caught = [_block(handler.body, use, _joined(before, after)) for handler in statement.handlers]
        return _block(statement.final, use, _joined(_block(statement.orelse, use, after), *caught))
    return _evaluated(statement, use, before)


def _quietly(body: tuple[r.Stmt, ...], before: Definitions, name: str) -> Definitions:
    """What a body leaves a name at, wherever the use is."""
    return _block(body, r.Name(name, -1), before)


def _evaluated(node: r.Stmt | r.Expr, use: r.Name, before: Definitions) -> Definitions:
    """What a name can be behind a simple statement or an expression, unless its use stands in there."""
    nodes = walk(node)
    if use.at >= 0:
        _look(nodes, use, before)
    return _assigned(nodes, use.id, before)


def _look(nodes: Sequence[msgspec.Struct], use: r.Name, before: Definitions) -> None:
    for each in nodes:
        if isinstance(each, r.Name) and each.at == use.at and each.id == use.id:
            raise _Found(before)
        if isinstance(each, r.Walrus) and isinstance(each.target, r.Name) and each.target.id == use.id:
            # Its own value is evaluated before the name is bound.
            before = (*before, each.value) if each.target.at < use.at else before


def _assigned(nodes: Sequence[msgspec.Struct], name: str, before: Definitions) -> Definitions:
    for each in nodes:
        if isinstance(each, r.Assign) and each.value is not None:
            if any(_binds(target, name) for target in each.targets):
                before = (each.value,)
        elif isinstance(each, r.Walrus) and _binds(each.target, name):
            before = (*before, each.value)
    return before


def _binds(target: r.Expr, name: str) -> bool:
    return isinstance(target, r.Name) and target.id == name


def _joined(*ways: Definitions) -> Definitions:
    return tuple(dict.fromkeys(value for way in ways for value in way))
