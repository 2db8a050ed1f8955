"""Which assignments of a name reach one of its uses: a branch that is not taken to it says nothing of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import Body, walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

Definitions = tuple[r.Expr, ...]
_Names = dict[str, Definitions]


def reaching(record: r.Function, use: r.Name) -> Definitions:
    """The values that a name can have where it stands; all of its values if it stands in a nested function."""
    known = _followed(Body(record.body))
    return known.uses.get(use.id, {}).get(use.at, known.last.get(use.id, ()))


@lru_cache(maxsize=1 << 8)
def _followed(body: Body) -> _Following:
    """Whoever asks for one name of a function asks for others; the cache holds what it knows by identity."""
    return _Following(body.nodes)


class _Following:
    """Follows all names of a function through its statements at once.

    ``uses`` has the values of each name that is assigned, by where it is used, and ``last`` those at the end.
    """

    def __init__(self, body: tuple[r.Stmt, ...]) -> None:
        self.uses: dict[str, dict[int, Definitions]] = {name: {} for node in walk_all(body) for name in _bound(node)}
        self._quiet = False
        self.last = self._block(body, {})

    def _block(self, body: tuple[r.Stmt, ...], before: _Names) -> _Names:
        for statement in body:
            before = self._statement(statement, before)
        return before

    def _statement(self, statement: r.Stmt, before: _Names) -> _Names:
        if isinstance(statement, r.If):
            before = self._evaluated(statement.test, before)
            return _joined(self._block(statement.body, before), self._block(statement.orelse, before))
        if isinstance(statement, (r.For, r.While)):
            before = self._evaluated(statement.iter if isinstance(statement, r.For) else statement.test, before)
            # A second round leaves names at nothing that the first has not.
            once = _joined(before, self._quietly(statement.body, before))
            if not self._quiet:
                self._block(statement.body, once)
            return self._block(statement.orelse, once)
        if isinstance(statement, r.With):
            for item in statement.items:
                before = self._evaluated(item.value, before)
            return self._block(statement.body, before)
        if isinstance(statement, r.Try):
            after = self._block(statement.body, before)
            caught = [self._block(handler.body, _joined(before, after)) for handler in statement.handlers]
            return self._block(statement.final, _joined(self._block(statement.orelse, after), *caught))
        return self._evaluated(statement, before)

    def _quietly(self, body: tuple[r.Stmt, ...], before: _Names) -> _Names:
        """What a body leaves names at, whatever is used in it."""
        quiet, self._quiet = self._quiet, True
        after = self._block(body, before)
        self._quiet = quiet
        return after

    def _evaluated(self, node: r.Stmt | r.Expr, before: _Names) -> _Names:
        """What names can be behind a simple statement or an expression."""
        nodes = walk(node)
        if not self._quiet:
            self._look(nodes, before)
        return _assigned(nodes, before)

    def _look(self, nodes: Sequence[msgspec.Struct], before: _Names) -> None:
        bound: list[tuple[r.Name, r.Expr]] = []
        for each in nodes:
            if isinstance(each, r.Name) and each.id in self.uses:
                # The own value of a walrus is evaluated before its name is bound.
                here = [value for name, value in bound if name.id == each.id and name.at < each.at]
                self.uses[each.id].setdefault(each.at, (*before.get(each.id, ()), *here))
            elif isinstance(each, r.Walrus) and isinstance(each.target, r.Name):
                bound.append((each.target, each.value))


def _bound(node: msgspec.Struct) -> tuple[str, ...]:
    """The names that a node gives its value."""
    if isinstance(node, r.Assign) and node.value is not None:
        return tuple(target.id for target in node.targets if isinstance(target, r.Name))
    return (node.target.id,) if isinstance(node, r.Walrus) and isinstance(node.target, r.Name) else ()


def _assigned(nodes: Sequence[msgspec.Struct], before: _Names) -> _Names:
    after = before
    for each in nodes:
        if isinstance(each, (r.Assign, r.Walrus)) and each.value is not None:
            # Nobody says that an expression with a walrus in it is evaluated at all.
            kept = after if isinstance(each, r.Walrus) else {}
            after = after | {name: (*kept.get(name, ()), each.value) for name in _bound(each)}
    return after


def _joined(*ways: _Names) -> _Names:
    names = dict.fromkeys(name for way in ways for name in way)
    return {name: _one_of([way.get(name, ()) for way in ways]) for name in names}


def _one_of(ways: list[Definitions]) -> Definitions:
    first = ways[0]
    if len(first) < 2 and all(way is first for way in ways):
        return first
    return tuple(dict.fromkeys(value for way in ways for value in way))
