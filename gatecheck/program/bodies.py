"""What stands in the bodies of functions, by kind: the same bodies are asked for it again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator


class Body(msgspec.Struct, frozen=True):
    """The assignments, calls and returns in a function, those of functions inside it included, in order."""

    assigns: tuple[r.Assign, ...]
    calls: tuple[r.Call, ...]
    returns: tuple[r.Return, ...]

    def stored_in(self, name: str) -> Iterator[r.Expr]:
        """What is stored in an attribute of this name, of any object."""
        for node in self.assigns:
            if node.value is not None:
                for target in node.targets:
                    if isinstance(target, r.Attr) and target.name == name:
                        yield node.value


class Bodies:
    """Answers for one program."""

    def __init__(self) -> None:
        # By identity, with the function itself, which its identity stands for as long as it is kept.
        self._known: dict[int, tuple[r.Function, Body]] = {}

    def of(self, function: r.Function) -> Body:
        """What stands in a function."""
        known = self._known.get(id(function))
        if known is None:
            known = self._known[id(function)] = (function, _sorted(function))
        return known[1]


def _sorted(function: r.Function) -> Body:
    assigns: list[r.Assign] = []
    calls: list[r.Call] = []
    returns: list[r.Return] = []
    for node in walk_all(function.body):
        if isinstance(node, r.Assign):
            assigns.append(node)
        elif isinstance(node, r.Call):
            calls.append(node)
        elif isinstance(node, r.Return):
            returns.append(node)
    return Body(tuple(assigns), tuple(calls), tuple(returns))
