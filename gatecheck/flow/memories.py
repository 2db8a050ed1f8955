"""Attributes by which an object remembers that it has waited, and whether every forward begins without them.

Such a flag is only as good as what clears it: one that outlives a forward lets the next forward read without a wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import call_words, called_of, may_call, may_name, stored_of, walk_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

_GROWING = frozenset({"add", "append", "update", "setdefault"})
_EMPTYING = frozenset({"clear"})
_DEPTH = 3


class Memories:
    """Answers about attributes, by name."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        self._program = program
        self._protocol = protocol
        self._waiting: list[FunctionInfo] | None = None
        self._forwards: frozenset[str] | None = None
        self._loads: frozenset[str] | None = None
        self._outlives: dict[str, bool | None] = {}

    def outlives(self, name: str) -> bool | None:
        """Whether what an attribute remembers of a wait lasts longer than a forward; None where it remembers none."""
        if name not in self._outlives:
            self._outlives[name] = self._judge(name)
        return self._outlives[name]

    def is_renewed(self, name: str, by: Collection[str]) -> bool:
        """Whether a forward, or a load, begins with something else in an attribute than what these functions left."""
        others = (
            i.record.name
            for i in self._having({name})
            if i.record.name not in {*by, "__init__"} and (stored_of(i.record, {name}) or _clears(i.record, name))
        )
        return any(other in self._called_in_forwards() or other in self._called_in_loads() for other in others)

    def _judge(self, name: str) -> bool | None:
        if not any(_remembers(info.record, name) for info in self._waiting_functions()):
            return None
        clearing = {
            i.record.name for i in self._having({name}) if i.record.name != "__init__" and _clears(i.record, name)
        }
        return clearing.isdisjoint(self._called_in_forwards())

    def _functions(self) -> list[FunctionInfo]:
        return [info for info in list(self._program.functions.values()) if info.outer is None]

    def _having(self, words: Collection[str]) -> list[FunctionInfo]:
        return [info for info in self._program.having(words) if info.outer is None]

    def _waiting_functions(self) -> list[FunctionInfo]:
        """The methods that wait, or call one that does."""
        if self._waiting is None:
            waits = self._protocol.wait_methods
            near = {i.record.name for i in self._having(waits) if called_of(i.record, waits)} | waits
            self._waiting = [i for i in self._having(near) if i.owner is not None and may_call(i.record, near)]
        return self._waiting

    def _called_in_forwards(self) -> frozenset[str]:
        """The names that are called where a consumer is selected, by the callers of that, and a few calls below."""
        if self._forwards is None:
            functions = self._functions()
            called = self._called_around(self._protocol.arm_methods)
            for _ in range(_DEPTH):
                called |= _called(i for i in functions if i.record.name in called)
            self._forwards = frozenset(called)
        return self._forwards

    def _called_in_loads(self) -> frozenset[str]:
        """The names that are called where loads are issued, and by the callers of that."""
        if self._loads is None:
            self._loads = frozenset(self._called_around(self._protocol.load_methods))
        return self._loads

    def _called_around(self, methods: frozenset[str]) -> set[str]:
        """The functions that call one of some methods, with their callers, and what all of these call, by name."""
        calling = [i for i in self._having(methods) if called_of(i.record, methods)]
        names = {i.record.name for i in calling}
        inside = [*calling, *(i for i in self._having(names) if may_call(i.record, names))]
        return _called(inside) | {i.record.name for i in inside}


def _called(functions: Iterable[FunctionInfo]) -> set[str]:
    return {name for info in functions for name in call_words(info.record)}


def _remembers(record: r.Function, name: str) -> bool:
    """Whether a function that waits puts something into the attribute."""
    named = frozenset({name})
    if record.name == "__init__" or not may_name(record, named):
        return False
    return bool(stored_of(record, named)) or (
        bool(may_call(record, _GROWING)) and any(_is_method_of(n, name, _GROWING) for n in walk_all(record.body))
    )


def _clears(record: r.Function, name: str) -> bool:
    """Whether a function empties the attribute, or puts None or False into it."""
    named = frozenset({name})
    if not may_name(record, named) or not (may_call(record, _EMPTYING) or stored_of(record, named)):
        return False
    for node in walk_all(record.body):
        if _is_method_of(node, name, _EMPTYING):
            return True
        if isinstance(node, r.Assign) and any(isinstance(t, r.Attr) and t.name == name for t in node.targets):
            empty = isinstance(node.value, r.Const) and node.value.value in {None, False, -1}
            if empty or _is_empty(node.value):
                return True
    return False


def _is_empty(value: r.Expr | None) -> bool:
    if isinstance(value, r.Call):
        return isinstance(value.func, r.Name) and value.func.id in {"set", "dict", "list"} and not value.args
    return isinstance(value, (r.Seq, r.DictLit)) and not (value.items if isinstance(value, r.Seq) else value.values)


def _is_method_of(node: object, name: str, methods: frozenset[str]) -> bool:
    return (
        isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and node.func.name in methods
        and isinstance(node.func.value, r.Attr)
        and node.func.value.name == name
    )
