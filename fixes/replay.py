"""The strategy for a graph that recorded its gates: the runner waits before the replay, for everything.

It gives up the overlap of load and compute for that batch, so it is never applied unless it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.edits import Insert, Proposal, Where
from gatecheck.fixes.gates import Vocabulary, checked
from gatecheck.fixes.placement import at_top, innermost
from gatecheck.fixes.siblings import copies, has_attributes
from gatecheck.fixes.source import Line, expression, statement
from gatecheck.flow.values import Counter, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.defects import Defect
    from gatecheck.flow.forwards import Event
    from gatecheck.program.link import FunctionInfo

_NONE = r.Const(None)


class Replay:
    """Finds how the runners of a program wait before they replay."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._program = analysis.program
        self._waits = analysis.protocol.wait_methods
        self._words = Vocabulary(self._waits, analysis.protocol.counter_attrs)

    def proposals(self, event: Event, defect: Defect) -> tuple[Proposal, ...]:
        """Wait right before the replay, as another runner does, else for the last event of the pool's counter."""
        info = self._program.functions[event.entry]
        if info.owner is None or not info.record.params or info.record.params[0].name != "self":
            return ()
        waits = [*self._shown(info), *self._last(info)]
        spot = innermost(info.record, defect.place[1])
        top = at_top(info.record, frozenset({defect.place[1]}), _NONE)
        spots: list[tuple[int, int | None]] = [spot] if spot is not None else []
        spots.append((top.block, top.before))
        where = Where(info.path, info.record.chunk, info.record.at)
        made = [
            Proposal(_offer(info, like), (Insert(where, block, before, lines),))
            for lines, like in waits
            for block, before in spots
        ]
        return tuple(dict.fromkeys(made))[:4]

    def _shown(self, info: FunctionInfo) -> Iterator[tuple[tuple[Line, ...], str]]:
        """The waits of this runner's other methods, of its bases and of its heirs, that name no layer."""
        owner = info.owner or ""
        keys = dict.fromkeys((*self._program.classes[owner].mro, *sorted(self._program.heirs.get(owner, ()))))
        for key in keys:
            for method in self._program.classes[key].methods.values():
                if method.key == info.key or not called_of(method.record, self._waits):
                    continue
                for copy in copies(method, self._is_wait):
                    stmt = checked(copy.stmt, copy.call, self._words)
                    lines = statement(stmt) if not copy.named else None
                    if lines is not None and has_attributes(copy, self._program, owner):
                        yield _shortened(stmt, copy.call, info.record) or lines, f"as {copy.symbol} does"

    def _is_wait(self, call: r.Call) -> bool:
        return isinstance(call.func, r.Attr) and call.func.name in self._waits and len(call.args) == 1

    def _last(self, info: FunctionInfo) -> Iterator[tuple[tuple[Line, ...], str]]:
        """A wait for the last event, put together from the pool, its counter, and what that calls its length."""
        length = self._length()
        for attr, root in self._pools(info.owner or ""):
            names = self._counters(root)
            if length is None or not names:
                continue
            counter = r.Attr(r.Attr(r.Name("self", -1), attr, -1), names[0], -1)
            index = r.Bin("-", r.Attr(counter, length, -1), r.Const(1), -1)
            call = r.Call(r.Attr(counter, min(self._waits), -1), (r.Arg(index, None, 0),), -1)
            gate = r.If(r.Compare("is not", counter, _NONE), (r.ExprStmt(call, -1),), (), -1)
            lines = _shortened(gate, call, info.record) or statement(gate)
            if lines is not None:
                yield lines, "for the last event, which covers all layers"

    def _pools(self, cls: str) -> Iterator[tuple[str, str]]:
        """The attributes of a runner that hold a registered pool, by the annotation of what is stored in them."""
        for key in self._program.classes[cls].mro:
            init = self._program.classes[key].methods.get("__init__")
            for node in walk_all(init.record.body) if init is not None else ():
                if init is None or not isinstance(node, r.Assign) or not isinstance(node.value, r.Name):
                    continue
                param = next((p for p in init.record.params if p.name == node.value.id), None)
                found = self._analysis.walker.annotated_class(init.path, param.annotation) if param else None
                attrs = [t.name for t in node.targets if isinstance(t, r.Attr) and is_self(t.value)]
                heirs = self._program.heirs.get(found.key, set()) if found is not None else set()
                roots = sorted(k for k in {*heirs, found.key if found else ""} if k in self._analysis.roots)
                yield from ((attr, root) for attr in attrs for root in roots[:1])

    def _counters(self, root: str) -> list[str]:
        attrs = self._analysis.walker.heap[self._analysis.roots[root]].attrs
        return [n for n, v in attrs.items() if any(isinstance(p, Counter) and p.state == "live" for p in parts(v))]

    def _length(self) -> str | None:
        """What a counter calls the number of its events: what keeps the only argument that it is built with."""
        for info in self._program.classes.values():
            init = info.methods.get("__init__")
            if init is None or not self._waits & info.methods.keys() or len(init.record.params) != 2:
                continue
            name = init.record.params[1].name
            for node in walk_all(init.record.body):
                if isinstance(node, r.Assign) and node.value is not None and expression(node.value) == name:
                    return next((t.name for t in node.targets if isinstance(t, r.Attr)), None)
        return None


def _shortened(gate: r.If | r.ExprStmt, call: r.Call, record: r.Function) -> tuple[Line, ...] | None:
    """A gate that names its counter three times, with a variable for it."""
    counter = call.func.value if isinstance(call.func, r.Attr) else None
    text = expression(counter) if counter is not None else None
    lines = statement(gate)
    taken = {n.id for n in walk_all(record.body) if isinstance(n, r.Name)} | {p.name for p in record.params}
    if text is None or lines is None or "counter" in taken or sum(line.text.count(text) for line in lines) < 3:
        return None
    short = tuple(Line(line.depth, line.text.replace(text, "counter")) for line in lines)
    return (Line(0, f"counter = {text}"), *short)


def _offer(info: FunctionInfo, like: str) -> FixOffer:
    reason = (
        f"{info.symbol} waits before it replays, {like}; that gives up the overlap of load and compute for the batch"
    )
    return FixOffer(Strategy.IN_METHOD, Safety.UNSAFE, reason)
