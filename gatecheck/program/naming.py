"""What a function binds a variable to, wherever it stands: all of its values, or none where one is not written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import names_of, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator


class Bound(msgspec.Struct, frozen=True):
    """A value, or the one at ``place`` of the ``count`` that it is unpacked into."""

    value: r.Expr
    place: int | None = None
    count: int = 0

    def item(self) -> r.Expr | None:
        """The one that is meant, where they are written down one by one."""
        items = self.value.items if isinstance(self.value, r.Seq) else ()
        plain = len(items) == self.count and not any(isinstance(item, r.Star) for item in items)
        return items[self.place] if plain and self.place is not None else None


def bound_to(record: r.Function, name: str) -> list[Bound] | None:
    """The values of a variable; None where something else than an assignment binds it, or only a part of a value."""
    found: list[Bound] = []
    for node in walk_all(record.body):
        if isinstance(node, r.Assign):
            for target in node.targets:
                bound = _assigned(target, node.value, name)
                if bound is None and name in names_of(target) and node.value is not None:
                    return None
                found += [bound] if bound is not None else []
        elif name in bound_otherwise(node):
            return None
    return found


def binds(record: r.Function, name: str) -> bool:
    """Whether a function binds a variable of this name, in its body or a function inside it."""
    values = bound_to(record, name)
    return values is None or bool(values)


def _assigned(target: r.Expr, value: r.Expr | None, name: str) -> Bound | None:
    """What a variable gets where it is assigned to, by itself or once among others."""
    if value is None:
        return None
    if isinstance(target, r.Name) and target.id == name:
        return Bound(value)
    items = target.items if isinstance(target, r.Seq) else ()
    places = [n for n, item in enumerate(items) if isinstance(item, r.Name) and item.id == name]
    plain = len(places) == 1 and not any(isinstance(item, r.Star) for item in items)
    return Bound(value, places[0], len(items)) if plain else None


def bound_otherwise(node: msgspec.Struct) -> Iterator[str]:
    """The variables that anything else than an assignment binds."""
    if isinstance(node, (r.For, r.Gen, r.AugAssign, r.WithItem, r.Walrus)):
        yield from names_of(node.target)
    elif isinstance(node, r.Delete):
        yield from (name for target in node.targets for name in names_of(target))
    elif isinstance(node, (r.Param, r.Function, r.ClassDef)):
        yield node.name
    elif isinstance(node, r.Handler):
        yield from [node.name] if node.name is not None else []
    elif isinstance(node, r.Case):
        yield from node.binds
    elif isinstance(node, r.Import):
        yield from (binding.bound for binding in node.bindings)
