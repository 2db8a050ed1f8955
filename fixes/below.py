"""What stands between a call and the read that it leads to: a check of the layer in a function on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, decorator_names, walk, walk_all
from gatecheck.fixes.guards import checks_first, derived

if TYPE_CHECKING:
    from gatecheck.fixes.layer import Layer
    from gatecheck.flow.cases import Site
    from gatecheck.program.link import FunctionInfo, Program


def checked_below(program: Program, site: Site, layer: Layer) -> str | None:
    """The function on the way to a read that turns off for what the layer is, so that nothing is read there."""
    names = frozenset(n.id for n in walk(layer.expr) if isinstance(n, r.Name)) - {"self"}
    for caller, hop in zip(site.hops, site.hops[1:], strict=False):
        above, info = program.functions[caller.place[0]], program.functions.get(hop.place[0])
        call = next((n for n in walk_all(above.record.body) if isinstance(n, r.Call) and n.at == caller.place[1]), None)
        if call is None or info is None:
            return None
        names = _given(call, info, derived(above.record, names, plain=True))
        if checks_first(info.record, hop.place[1], names, _dead_gates(program, info, site)):
            return info.symbol
    return None


def _dead_gates(program: Program, info: FunctionInfo, site: Site) -> frozenset[int]:
    """The statements of a function that only come to the gate which never waits: they refuse no layer."""
    if site.dead_gate is None:
        return frozenset()
    key, at = site.dead_gate
    gate = program.functions[key].record
    refuses = any(isinstance(n, r.Raise | r.Assert) for n in walk_all(gate.body))
    calls = (s.value for s in info.record.body if isinstance(s, r.ExprStmt))
    own = (n for n in calls if isinstance(n, r.Call))
    if key == info.key:
        return frozenset(n.at for n in own if n.at == at)
    return frozenset(n.at for n in own if called_name(n) == gate.name and not refuses)


def _given(call: r.Call, info: FunctionInfo, names: frozenset[str]) -> frozenset[str]:
    """The parameters that a call gives something made of some variables."""
    static = info.owner is None or "staticmethod" in decorator_names(info.record)
    params = [p.name for p in info.record.params[0 if static else 1 :]]
    found: set[str] = set()
    for position, arg in enumerate(call.args):
        if not any(isinstance(n, r.Name) and n.id in names for n in walk(arg.value)):
            continue
        found.update(params if arg.stars else [arg.name] if arg.name is not None else params[position : position + 1])
    return frozenset(found)
