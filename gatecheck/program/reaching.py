"""Which assignments of a name reach one of its uses: a branch that is not taken to it says nothing of it."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk

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
        _look(statement.test, use, before)
        return _joined(_block(statement.body, use, before), _block(statement.orelse, use, before))
    if isinstance(statement, (r.For, r.While)):
        _look(statement.iter if isinstance(statement, r.For) else statement.test, use, before)
        once = _joined(before, _quietly(statement.body, before, use.id))
        return _block(statement.orelse, use, _joined(once, _block(statement.body, use, once)))
    if isinstance(statement, r.With):
        for item in statement.items:
            _look(item.value, use, before)
        return _block(statement.body, use, before)
    if isinstance(statement, r.Try):
        after = _block(statement.body, use, before)
        caught = [_block(handler.body, use, _joined(before, after)) for handler in statement.handlers]
        return _block(statement.final, use, _joined(_block(statement.orelse, use, after), *caught))
    return _simple(statement, use, before)


def _quietly(body: tuple[r.Stmt, ...], before: Definitions, name: str) -> Definitions:
    """What a body leaves a name at, wherever the use is."""
    return _block(body, r.Name(name, -1), before)


def _look(node: r.Expr, use: r.Name, before: Definitions) -> None:
    if any(_is_use(n, use) for n in walk(node)):
        raise _Found(before)


def _is_use(node: object, use: r.Name) -> bool:
    return isinstance(node, r.Name) and node.at == use.at and node.id == use.id and use.at >= 0


def _simple(statement: r.Stmt, use: r.Name, before: Definitions) -> Definitions:
    """What a statement without blocks leaves a name at, if the use is not inside it."""
    after = before
    for node in walk(statement):
        if _is_use(node, use):
            raise _Found(before)
        if isinstance(node, r.Assign) and node.value is not None:
            if any(isinstance(t, r.Name) and t.id == use.id for t in node.targets):
                after = (node.value,)
        elif isinstance(node, r.Walrus) and isinstance(node.target, r.Name) and node.target.id == use.id:
            after = (*after, node.value)
    return after


def _joined(*ways: Definitions) -> Definitions:
    return tuple(dict.fromkeys(value for way in ways for value in way))
