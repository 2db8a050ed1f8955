"""Who takes the counter of an object from it, where the text shows that it is that object's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins
    from gatecheck.program.ways import Place, Ways


class Takers:
    """Answers for one program."""

    def __init__(self, origins: Origins) -> None:
        self._program = origins.program
        self._origins = origins

    def of(self, attr: str, keepers: tuple[ClassInfo, ...], ways: Ways) -> tuple[Place, ...]:
        """Where others read the attribute, or a property that is followed through to it."""
        own = {key for keeper in keepers for key in keeper.mro}
        through = {info.owner for info in ways.through.values() if info.owner is not None}
        names = {attr, *(info.record.name for info in ways.through.values())}
        known = own | through
        kept = {name for key in known for name in self._kept_as(self._program.classes[key])}
        return tuple(
            (info.key, node.at)
            for info in self._program.having(names)
            if info.owner not in known and attrs_of(info.record, names)
            for node in walk_all(info.record.body)
            if isinstance(node, r.Attr) and node.name in names and self._is_one(node.value, info, known, kept)
        )

    def _is_one(self, expr: r.Expr, info: FunctionInfo, known: set[str], kept: set[str]) -> bool:
        """Whether an object is one of these classes, or stands in an attribute that one of them is put into."""
        classes = self._origins.classes(expr, info)
        return any(c.key in known for c in classes) or (not classes and isinstance(expr, r.Attr) and expr.name in kept)

    def _kept_as(self, cls: ClassInfo) -> Iterator[str]:
        """The attributes that a new object of a class is put into."""
        for info in self._program.having({cls.name}):
            made = (n for n in walk_all(info.record.body) if isinstance(n, r.Assign) and isinstance(n.value, r.Call))
            for node in made:
                if isinstance(node.value, r.Call) and self._program.class_of(info.path, node.value.func) is cls:
                    yield from (target.name for target in node.targets if isinstance(target, r.Attr))
