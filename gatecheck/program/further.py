"""Where a value comes from, further: what is unpacked, what a function itself has stored, what a field is said to hold.

Fit for telling what a value is not. Who walks on the objects that are found needs the nearest ones, and asks
:class:`gatecheck.program.origins.Origins`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name, stored_of
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from gatecheck.program.link import ClassInfo, FunctionInfo


class FurtherOrigins(Origins):
    """Answers for one program, where the nearest places say nothing."""

    def _find_classes(self, expr: r.Expr, info: FunctionInfo) -> list[ClassInfo]:
        near = super()._find_classes(expr, info)
        if near:
            return near
        if isinstance(expr, r.Name):
            return self._unpacked(expr.id, info)
        if isinstance(expr, r.Attr):
            owners = self.classes(expr.value, info)
            return self._stored_here(expr, info) or [c for o in owners for c in self._declared(o, expr.name)]
        return []

    def kept_in(self, cls: ClassInfo, name: str) -> list[ClassInfo]:
        """The classes of what an attribute of a class's objects is given, or said to hold."""
        return self._classes_of(self._attribute(cls, name)) or self._declared(cls, name)

    def _unpacked(self, name: str, info: FunctionInfo) -> list[ClassInfo]:
        """The classes of what a name gets where several names are bound at once."""
        found: list[ClassInfo] = []
        for node in self.program.body(info).assigns:
            if node.value is not None:
                for target in node.targets:
                    items = target.items if isinstance(target, r.Seq) else ()
                    places = [n for n, item in enumerate(items) if isinstance(item, r.Name) and item.id == name]
                    found += [c for place in places for c in self._item(node.value, place, len(items), info)]
        return found

    def _item(self, value: r.Expr, place: int, count: int, info: FunctionInfo) -> list[ClassInfo]:
        """The classes of one of several values: as they are written, returned, or annotated."""
        if isinstance(value, r.Seq) and len(value.items) == count:
            return self.classes(value.items[place], info)
        callee = self.callee(info, value) if isinstance(value, r.Call) else None
        if callee is None or callee.record.name == "__init__":
            return []
        parts = _members(callee.record.returns)
        named = self._named(parts[place], callee.path) if len(parts) == count else []
        returned = [each for each, _ in self._returned(callee) if isinstance(each, r.Seq)]
        return named or [c for each in returned for c in self._item(each, place, count, callee)]

    def _stored_here(self, expr: r.Attr, info: FunctionInfo) -> list[ClassInfo]:
        """The classes of what the function itself puts into an attribute of a variable."""
        if not isinstance(expr.value, r.Name) or not stored_of(info.record, {expr.name}):
            return []
        stored = [
            node.value
            for node in self.program.body(info).assigns
            if node.value is not None
            for target in node.targets
            if isinstance(target, r.Attr) and target.name == expr.name
            if isinstance(target.value, r.Name) and target.value.id == expr.value.id
        ]
        return [c for value in stored for c in self.classes(value, info)]

    def _declared(self, cls: ClassInfo, name: str) -> list[ClassInfo]:
        """The classes that a field of a class is annotated with."""
        return [
            found
            for path, annotation in self.program.annotations(cls.key, name)
            for found in self._named(annotation, path)
        ]


def _members(said: r.Expr | None) -> tuple[r.Expr, ...]:
    """The annotations of the members of a tuple, where it names them one by one."""
    if not (isinstance(said, r.Sub) and isinstance(said.index, r.Seq)):
        return ()
    return said.index.items if last_name(said.value) in {"tuple", "Tuple"} else ()
