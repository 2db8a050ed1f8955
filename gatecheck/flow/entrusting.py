"""Optional parameters that are waited on: an accessor trusts those callers that give it a counter to wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk_all
from gatecheck.flow.conditions import learn
from gatecheck.flow.verdicts import Verdicts

if TYPE_CHECKING:
    from gatecheck.flow.base import Hop, Read
    from gatecheck.flow.values import Value
    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol


class Entrusting(Verdicts):
    """Finds what callers give for such parameters."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        super().__init__(program, protocol)
        # Accessors that wait on what some of their callers give them, with the parameters and where these stand.
        self.entrusted: dict[str, set[tuple[int, str]]] = {}

    def passed_by_callers(self, info: FunctionInfo, env: dict[str, Value]) -> dict[Value, bool]:
        """An optional counter or index that some caller passes is not None: it is as good as its callers."""
        conds: dict[Value, bool] = {}
        for position, param in enumerate(info.record.params):
            if param.default != r.Const(None) or not _used_in_wait(info.record, param.name, self.protocol.wait_methods):
                continue
            if self._some_caller_passes(info.record.name, position, param.name):
                learn(env[param.name], conds, truth=True)
                self.entrusted.setdefault(info.key, set()).add((position, param.name))
        return conds

    def is_left_out(self, hop: Hop) -> bool:
        """Whether a call gives an accessor nothing, or None, for what that waits on where others give it something."""
        function, at = hop.place
        return any(call.at == at for call in self._leaving_out(function, hop.callee))

    def trusts(self, read: Read, entry: str) -> bool:
        """Whether an address comes from an accessor to which no call on the way gives nothing to wait on."""
        way = {entry, *(hop.callee for hop in read.chain)}
        return any(accessor in self.entrusted and not self._is_left_out_in(way, accessor) for accessor in read.via)

    def _is_left_out_in(self, functions: set[str], accessor: str) -> bool:
        name = self.program.functions[accessor].record.name
        return any(called_name(call) == name for key in functions for call in self._leaving_out(key, accessor))

    def _leaving_out(self, function: str, accessor: str) -> list[r.Call]:
        """The calls in a function that would give an accessor nothing to wait on."""
        params = self.entrusted.get(accessor, set())
        nodes = walk_all(self.program.functions[function].record.body) if params else ()
        calls = (node for node in nodes if isinstance(node, r.Call) and not any(arg.stars for arg in node.args))
        return [call for call in calls if any(set(_given(call, *param)) <= {r.Const(None)} for param in params)]

    def _some_caller_passes(self, method: str, position: int, name: str) -> bool:
        """Whether a call gives a parameter something else than None, or unpacks what may be for it."""
        return any(
            any(arg.stars for arg in call.args) or not set(_given(call, position, name)) <= {r.Const(None)}
            for call in self.calls_of(method)
        )

    def calls_of(self, method: str) -> list[r.Call]:
        """Every call in the program of a method of this name."""
        return [
            node
            for info in self.program.having({method})
            if called_of(info.record, frozenset({method}))
            for node in walk_all(info.record.body)
            if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name == method
        ]


def _given(call: r.Call, position: int, name: str) -> list[r.Expr]:
    """What a call of a method gives for a parameter, by its place or by its name."""
    positional = [arg.value for arg in call.args if arg.name is None]
    return [*positional[position - 1 : position], *(arg.value for arg in call.args if arg.name == name)]


def _used_in_wait(record: r.Function, name: str, waits: frozenset[str]) -> bool:
    if not called_of(record, waits):
        return False
    for node in walk_all(record.body):
        if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in waits:
            receiver = node.func.value
            if isinstance(receiver, r.Name) and receiver.id == name:
                return True
            if any(isinstance(a.value, r.Name) and a.value.id == name for a in node.args):
                return True
    return False
