"""Where attributes are read or written, by their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program


class Mention(msgspec.Struct, frozen=True, gc=False):
    """One mention of an attribute, by a dot or by ``getattr``, with the object and the function that it stands in."""

    node: r.Attr | r.Call
    base: r.Expr
    info: FunctionInfo


class Attributes:
    """Answers for one program, about each name once: objects of many classes are asked about under the same ones."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[str, tuple[Mention, ...]] = {}

    def mentions(self, attr: str) -> tuple[Mention, ...]:
        """Every mention of attributes of this name, in the order of the program."""
        if attr not in self._found:
            self._found[attr] = tuple(
                Mention(node, base, info)
                for info in self._program.having({attr})
                for node, base in _mentions(info.record, attr)
            )
        return self._found[attr]


def _mentions(record: r.Function, attr: str) -> Iterator[tuple[r.Attr | r.Call, r.Expr]]:
    for node in walk_all(record.body):
        if isinstance(node, r.Attr) and node.name == attr:
            yield node, node.value
        elif isinstance(node, r.Call) and called_name(node) == "getattr" and len(node.args) > 1:
            name = node.args[1].value
            if isinstance(name, r.Const) and name.value == attr:
                yield node, node.args[0].value
