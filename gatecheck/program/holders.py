"""Whose a pool is: the objects that it is taken from, by way of callers, methods of a base and what a pool tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import own_attribute, stored_of
from gatecheck.program.further import FurtherOrigins
from gatecheck.program.naming import bound_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origin, Origins

_STEPS = 4


class Dispatched(FurtherOrigins):
    """Origins where the call of a method may enter any that overrides it."""

    def entered(self, info: FunctionInfo, node: r.Call) -> tuple[FunctionInfo, ...]:
        """The function that a call enters, and those that override it."""
        callee = self.callee(info, node)
        if callee is None or callee.owner is None or callee.record.name == "__init__":
            return (callee,) if callee is not None else ()
        heirs = (self.program.classes[key] for key in sorted(self.program.heirs.get(callee.owner, ())))
        overriding = (heir.methods.get(callee.record.name) for heir in heirs)
        return tuple({callee.key: callee, **{m.key: m for m in overriding if m is not None}}.values())


class Holders:
    """Answers for one program."""

    def __init__(self, origins: Dispatched) -> None:
        self._origins = origins

    def of(self, pool: r.Expr, info: FunctionInfo) -> list[ClassInfo]:
        """The classes of the objects that have a pool, or the one that tells what is known of it, in an attribute."""
        told = list(self._tellers(pool, info, _STEPS)) if _is_part(pool) else [(pool, info)]
        values = [each for expr, owner in told for each in self._values(expr, owner)]
        holders = [(value.value, owner) for value, owner in values if isinstance(value, r.Attr)]
        return [c for expr, owner in holders if isinstance(expr, r.Attr) for c in self._classes(expr, owner, _STEPS)]

    def _values(self, expr: r.Expr, info: FunctionInfo) -> list[Origin]:
        return self._origins.of(expr, info) if isinstance(expr, r.Name) else [(expr, info)]

    def _tellers(self, expr: r.Expr, info: FunctionInfo, steps: int) -> Iterator[Origin]:
        """The objects by whose methods a record is made."""
        if isinstance(expr, r.Call) and isinstance(expr.func, r.Attr):
            yield expr.func.value, info
        elif steps and isinstance(expr, r.Attr) and _is_part(expr):
            yield from self._tellers(expr.value, info, steps - 1)
        elif steps and isinstance(expr, r.Name):
            unpacked = [
                (bound.value, info) for bound in bound_to(info.record, expr.id) or () if bound.place is not None
            ]
            for value, owner in unpacked or self._origins.of(expr, info):
                yield from self._tellers(value, owner, steps - 1)

    def _classes(self, expr: r.Expr, info: FunctionInfo, steps: int) -> list[ClassInfo]:
        """The classes of a value, by way of the callers for a parameter that says none."""
        near = self._origins.classes(expr, info)
        if near or not steps:
            return near
        if isinstance(expr, r.Name):
            given = self._origins.of(expr, info)
            return [c for value, owner in given for c in self._classes(value, owner, steps - 1)]
        if isinstance(expr, r.Attr):
            owners = self._classes(expr.value, info, steps - 1)
            return [c for owner in owners for c in self._origins.kept_in(owner, expr.name)]
        return []


def _is_part(expr: r.Expr) -> bool:
    """Whether it is an attribute of a variable."""
    return isinstance(expr, r.Attr) and isinstance(expr.value, r.Name)


class Owners:
    """Tells counters apart by whose they are, in one program."""

    def __init__(self, origins: Origins) -> None:
        self._origins = origins
        self._program = origins.program

    def differ(self, one: r.Expr | None, info: FunctionInfo, other: r.Expr | None, where: FunctionInfo) -> bool:
        """Whether both are attributes of objects that each make their own, of classes that no object can share."""
        mine, yours = self._owners(one, info), self._owners(other, where)
        return bool(mine and yours) and not any(self._can_share(a, b) for a in mine for b in yours)

    def _owners(self, counter: r.Expr | None, info: FunctionInfo) -> list[ClassInfo]:
        """The classes of the objects that make a counter for themselves; none where one may come from elsewhere."""
        values = self._origins.of(counter, info) if isinstance(counter, r.Name) else [(counter, info)]
        found: list[ClassInfo] = []
        for value, where in values:
            owners = self._origins.classes(value.value, where) if isinstance(value, r.Attr) else []
            if not (owners and isinstance(value, r.Attr) and all(self._makes(cls, value.name) for cls in owners)):
                return []
            found += owners
        return found

    def _makes(self, cls: ClassInfo, attr: str) -> bool:
        """Whether objects of a class keep something in an attribute that they have made themselves."""
        infos = [self._program.classes[key] for key in cls.mro]
        methods = [m for info in infos for m in info.methods.values()]
        stores = [(m, value) for m in methods for value in self._program.body(m).stored_in(attr)]
        made = [(m, value) for m, value in stores if value != r.Const(None)]
        anew = (isinstance(value, r.Call) and self._program.class_of(m.path, value.func) for m, value in made)
        is_shown = bool(made) and all(anew) and not any(attr in info.methods for info in infos)
        return is_shown and not self._is_given(attr)

    def _is_given(self, attr: str) -> bool:
        """Whether anybody puts something into an attribute of this name of an object that is not its own."""
        return any(
            any(isinstance(t, r.Attr) and t.name == attr and not _is_own(t, info) for t in node.targets)
            for info in self._program.having({attr})
            if stored_of(info.record, {attr})
            for node in self._program.body(info).assigns
        )

    def _can_share(self, one: ClassInfo, other: ClassInfo) -> bool:
        heirs = self._program.heirs
        return not (heirs.get(one.key, set()) | {one.key}).isdisjoint(heirs.get(other.key, set()) | {other.key})


def _is_own(target: r.Attr, info: FunctionInfo) -> bool:
    return info.owner is not None and own_attribute(target, info.record) is not None


def root_of(expr: r.Expr) -> str:
    """The variable that a path begins with; nothing where it begins with something else."""
    while isinstance(expr, r.Attr):
        expr = expr.value
    return expr.id if isinstance(expr, r.Name) else ""
