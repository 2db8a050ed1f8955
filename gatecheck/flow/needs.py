"""What a host object asks of its pool as soon as it is made: an object without these attributes is no such pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import stored_of, walk, walk_all

if TYPE_CHECKING:
    from gatecheck.program.link import ClassInfo, Program

_WAYS = (r.If, r.For, r.While, r.Try, r.With, r.Match, r.Function, r.ClassDef)
_MAYBE = (r.Cond, r.BoolOp, r.Lambda, r.Comp)


class Needs:
    """Answers about the classes of a program, each found once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._asked: dict[str, frozenset[str]] = {}

    def of(self, host: str) -> frozenset[str]:
        """The attributes that every constructor of a host class reads of its first argument, on every way."""
        if host not in self._asked:
            self._asked[host] = frozenset(self._find(host, None))
        return self._asked[host]

    def _find(self, host: str, after: str | None) -> set[str]:
        init = self._program.method(host, "__init__", after)
        if init is None or init.owner is None or len(init.record.params) < 2:
            return set()
        pool = init.record.params[1].name
        body = _certain(init.record.body)
        if any(isinstance(node, r.Assign) and _binds(node, pool) for node in walk_all(init.record.body)):
            return set()
        found = {name for statement in body for name in _read_of(statement, pool)}
        return found | (self._find(host, init.owner) if _passes_on(body, pool) else set())

    def met_by(self, cls: ClassInfo, attrs: frozenset[str], host: str) -> bool:
        """Whether an object with these attributes, whose class is whole in sight, has all that a host asks of it."""
        return all(name in attrs or self._has(cls, name) for name in self.of(host))

    def _has(self, cls: ClassInfo, name: str) -> bool:
        infos = [self._program.classes[key] for key in cls.mro]
        wanted = frozenset({name})
        return any(
            name in info.methods
            or name in info.statics
            or "__getattr__" in info.methods
            or info.declared(name)
            or any(stored_of(method.record, wanted) for method in info.methods.values())
            for info in infos
        )


def _certain(body: tuple[r.Stmt, ...]) -> tuple[r.Stmt, ...]:
    """The statements that run whenever a body does: those before its first way out, outside of every branch."""
    certain: list[r.Stmt] = []
    for statement in body:
        if isinstance(statement, (r.Return, r.Raise)):
            break
        if not isinstance(statement, _WAYS):
            certain.append(statement)
        elif any(isinstance(node, (r.Return, r.Raise)) for node in walk(statement)):
            break
    return tuple(certain)


def _binds(node: r.Assign, name: str) -> bool:
    return any(isinstance(target, r.Name) and target.id == name for target in node.targets)


def _read_of(statement: r.Stmt, pool: str) -> set[str]:
    """The attributes of a variable that a statement certainly reads."""
    if any(isinstance(node, _MAYBE) for node in walk(statement)):
        return set()
    return {
        node.name
        for node in walk(statement)
        if isinstance(node, r.Attr) and isinstance(node.value, r.Name) and node.value.id == pool
    }


def _passes_on(body: tuple[r.Stmt, ...], pool: str) -> bool:
    """Whether the next constructor certainly gets the same object first."""
    return any(
        isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and node.func.name == "__init__"
        and bool(node.args)
        and isinstance(node.args[0].value, r.Name)
        and node.args[0].value.id == pool
        for node in walk_all(body)
    )
