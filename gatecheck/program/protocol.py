"""What the protocol's few configured words lead to: everything else is derived from what the code does.

Only the names of the wait, arm and load methods are configuration. From the calls of a wait follow the attributes that
hold counters; from the methods that store into these, the registrations; from what encloses a load, the load streams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_of, stored_of, walk_all
from gatecheck.program.arriving import given, variables
from gatecheck.program.held import attributes, sources_of
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.program.arriving import Waited
    from gatecheck.program.link import Program


class Protocol(msgspec.Struct, frozen=True):
    """The derived vocabulary of one program.

    ``event_waits`` are the methods by which a wait waits for one event; ``armed_attrs`` what selecting a consumer sets,
    ``arm_attrs`` the attributes on which one is selected, ``arm_indices`` those that say which,
    ``arm_holders`` those through which the counter is reached: where there is none, nothing loads;
    ``load_functions`` the host side's loads; ``registered`` whether the tree registers any counter at all.
    """

    wait_methods: frozenset[str]
    arm_methods: frozenset[str]
    load_methods: frozenset[str]
    counter_attrs: frozenset[str]
    register_methods: frozenset[str]
    event_waits: frozenset[str]
    armed_attrs: frozenset[str]
    load_stream_attrs: frozenset[str]
    arm_attrs: frozenset[str]
    arm_indices: frozenset[str]
    arm_holders: frozenset[str]
    load_functions: tuple[FunctionInfo, ...]
    registered: bool

    @property
    def present(self) -> bool:
        """Whether any pool of the tree waits or can be given a counter."""
        return bool(self.counter_attrs)


def derive(program: Program, settings: Settings) -> Protocol:
    """Find the protocol's vocabulary in a linked program."""
    waits = frozenset(settings.wait_methods)
    arms = frozenset(settings.arm_methods)
    loads = frozenset(settings.load_methods)
    scan = _Scan(waits, arms, loads)
    for info in program.having(waits | arms | loads):
        scan.function(info)
    scan.counter_attrs |= given(program, scan.waited)
    counters = frozenset(scan.counter_attrs | scan.aliases(program))
    registers = frozenset(
        info.record.name
        for info in program.having(counters)
        if info.owner is not None and info.record.name != "__init__" and _stores_parameter(info.record, counters)
    )
    return Protocol(
        waits,
        arms,
        loads,
        counters,
        registers,
        frozenset(scan.event_waits),
        frozenset(scan.armed_attrs),
        frozenset(scan.load_streams),
        frozenset(scan.arm_attrs),
        frozenset(_given_attributes(program, arms)),
        frozenset(scan.arm_holders),
        tuple(scan.load_functions),
        any(called_of(info.record, registers) for info in program.having(registers)),
    )


def _given_attributes(program: Program, arms: frozenset[str]) -> set[str]:
    """The attributes that are given to whoever selects a consumer, directly or through a helper's parameter."""
    found: set[str] = set()
    words, helpers = arms, set(arms)
    for _ in range(2):
        following: set[str] = set()
        for info in program.having(words):
            if called_of(info.record, words):
                params = {p.name for p in info.record.params[1:]}
                for value in _first_arguments(info.record, words):
                    found |= {value.name} if isinstance(value, r.Attr) else set()
                    following |= {info.record.name} if isinstance(value, r.Name) and value.id in params else set()
        words = frozenset(following - helpers)
        helpers |= following
    return found


def _first_arguments(record: r.Function, words: frozenset[str]) -> list[r.Expr]:
    return [
        node.args[0].value
        for node in walk_all(record.body)
        if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in words and node.args
    ]


class _Scan:
    """One pass over all functions."""

    def __init__(self, waits: frozenset[str], arms: frozenset[str], loads: frozenset[str]) -> None:
        self.waits, self.arms, self.loads = waits, arms, loads
        self.counter_attrs: set[str] = set()
        self.waited: list[Waited] = []
        self.event_waits: set[str] = set()
        self.armed_attrs: set[str] = set()
        self.load_streams: set[str] = set()
        self.arm_attrs: set[str] = set()
        self.arm_holders: set[str] = set()
        self.load_functions: list[FunctionInfo] = []

    def function(self, info: FunctionInfo) -> None:
        """Take note of what one function does with the protocol's words."""
        record = info.record
        if called_of(record, self.waits | self.loads | self.arms) or attrs_of(record, self.waits):
            self.body(info)
        if record.name in self.waits and len(record.params) > 1:
            self.event_waits |= _called_with(record, record.params[1].name)
        if record.name in self.arms:
            self.armed_attrs |= {t.name for t in _stores(record) if isinstance(t, r.Attr)}
        if record.name in self.loads and info.owner is not None:
            self.load_functions.append(info)

    def body(self, info: FunctionInfo) -> None:
        """Take note of the waits and the load streams in a function that waits or loads."""
        local = variables(info)
        for node in walk_all(info.record.body):
            if isinstance(node, r.Attr) and node.name in self.waits:
                self.counter_attrs |= attributes(node.value, local)
                self.waited += [(info, s.name) for s in sources_of(node.value, local) if s.is_parameter]
            elif isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in self.arms:
                self.arm_attrs |= attributes(node.func.value, local)
                self.arm_holders |= _on_the_way(node.func.value)
            elif isinstance(node, r.With):
                self.stream_block(node)

    def stream_block(self, node: r.With) -> None:
        """A block on a stream that runs a load names the load stream."""
        streams = {
            arg.value.name
            for item in node.items
            if isinstance(item.value, r.Call)
            for arg in item.value.args
            if isinstance(arg.value, r.Attr)
        }
        if streams and any(
            isinstance(inner, r.Call) and isinstance(inner.func, r.Attr) and inner.func.name in self.loads
            for inner in walk_all(node.body)
        ):
            self.load_streams |= streams

    def aliases(self, program: Program) -> set[str]:
        """The attributes that properties of a counter's name stand for."""
        found: set[str] = set()
        for info in program.having(self.counter_attrs):
            if info.owner is None or info.record.name not in self.counter_attrs or not info.record.decorators:
                continue
            for node in walk_all(info.record.body):
                if isinstance(node, r.Return) and node.value is not None:
                    found |= attributes(node.value, {})
        return found


def _on_the_way(expr: r.Expr) -> set[str]:
    """The attributes of a path."""
    return {expr.name} | _on_the_way(expr.value) if isinstance(expr, r.Attr) else set()


def _called_with(record: r.Function, name: str) -> set[str]:
    """The methods that a function calls with one of its parameters as the argument, on something inside itself."""
    return {
        node.func.name
        for node in walk_all(record.body)
        if isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and not isinstance(node.func.value, r.Name)
        and any(isinstance(arg.value, r.Name) and arg.value.id == name for arg in node.args)
    }


def _stores(record: r.Function) -> list[r.Expr]:
    return [
        target
        for node in walk_all(record.body)
        if isinstance(node, r.Assign) and node.value is not None
        for target in node.targets
    ]


def _stores_parameter(record: r.Function, counters: frozenset[str]) -> bool:
    """Whether a method stores one of its parameters, and nothing else, into a counter attribute."""
    if not stored_of(record, counters):
        return False
    names = {p.name for p in record.params[1:]}
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None and _mentions(node.value, names):
            for target in node.targets:
                if isinstance(target, r.Attr) and target.name in counters:
                    return True
    return False


def _mentions(expr: r.Expr, names: set[str]) -> bool:
    if isinstance(expr, r.Name):
        return expr.id in names
    if isinstance(expr, r.Cond):
        return _mentions(expr.then, names) or _mentions(expr.orelse, names)
    if isinstance(expr, r.BoolOp):
        return any(_mentions(v, names) for v in expr.values)
    return False
