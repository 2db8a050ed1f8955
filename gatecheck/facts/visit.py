"""Walking over records without knowing their kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.facts import records as r



def children(node: msgspec.Struct) -> Iterator[msgspec.Struct]:
    """The records directly inside one record, in evaluation order."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, msgspec.Struct):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, msgspec.Struct):
                    yield item


def walk(node: msgspec.Struct) -> Iterator[msgspec.Struct]:
    """A record and everything inside it, outermost first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


def walk_all(nodes: tuple[r.Stmt, ...]) -> Iterator[msgspec.Struct]:
    """Everything inside several statements, in order."""
    for node in nodes:
        yield from walk(node)
