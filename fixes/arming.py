"""The strategy for an entry that runs the model unarmed: it selects the batch's consumer as a sibling entry does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.edits import AddMethod, Insert, Move, Proposal, Where
from gatecheck.fixes.placement import at_top
from gatecheck.fixes.siblings import Copy, copies, has_attributes
from gatecheck.fixes.source import Line, expression, renamed, signature, statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.defects import Defect
    from gatecheck.flow.forwards import Event
    from gatecheck.program.link import FunctionInfo, Program

_NONE = r.Const(None)


class Arming:
    """Finds how the workers of a program select a consumer."""

    def __init__(self, program: Program, arm_methods: frozenset[str]) -> None:
        self._program = program
        self._words = arm_methods

    def proposals(self, event: Event, defect: Defect) -> tuple[Proposal, ...]:
        """The entry's own selection moved to its start, else a sibling's; else an override where the entry is alone."""
        info = self._program.functions[event.entry]
        if info.owner is None:
            return ()
        own = [copy for copy in self._siblings(info.owner, info) if has_attributes(copy, self._program, info.owner)]
        found = [*self._moved(info, defect.place[1])]
        found += [p for copy in own if (p := _inserted(info, copy, defect.place[1])) is not None]
        if not found:
            found += self._overridden(info, defect.roots)
        return tuple(dict.fromkeys(found))[:3]

    def _selects(self, cls: str) -> frozenset[str]:
        """The wait's words for selecting, and the methods of a class that do it for their argument."""
        methods = (m for key in self._program.classes[cls].mro for m in self._program.classes[key].methods.values())
        return self._words | {m.record.name for m in methods if self._is_helper(m.record)}

    def _is_helper(self, record: r.Function) -> bool:
        if len(record.params) != 2 or not called_of(record, self._words):
            return False
        calls = [n for n in walk_all(record.body) if isinstance(n, r.Call) and isinstance(n.func, r.Attr)]
        name = record.params[1].name
        given = [c.args for c in calls if isinstance(c.func, r.Attr) and c.func.name in self._words]
        return any(isinstance(a.value, r.Name) and a.value.id == name for args in given for a in args)

    def _siblings(self, cls: str, but: FunctionInfo) -> Iterator[Copy]:
        """The selections in the other methods of a class and its bases, nearest first."""
        words = self._selects(cls)
        for key in self._program.classes[cls].mro:
            for method in self._program.classes[key].methods.values():
                if method.key != but.key and not self._is_helper(method.record) and called_of(method.record, words):
                    yield from copies(method, lambda call: _selects(call, words, self._words))

    def _moved(self, info: FunctionInfo, run: int) -> Iterator[Proposal]:
        """The selection of the entry itself, where it comes too late or on one way only."""
        words = self._selects(info.owner or "")
        calls = [n for n in walk_all(info.record.body) if isinstance(n, r.Call)]
        spot = at_top(info.record, frozenset({run}), _NONE)
        for call in calls:
            if _selects(call, words, self._words) and spot.before is not None and spot.layer is _NONE:
                edit = Move(_where(info), call.at, spot.block, spot.before)
                reason = f"{info.symbol} selects its consumer before the model runs, on every way"
                yield Proposal(FixOffer(Strategy.IN_METHOD, Safety.SAFE, reason), (edit,))

    def _overridden(self, info: FunctionInfo, roots: tuple[str, ...]) -> Iterator[Proposal]:
        """An override in the heir that can select, where the class of the entry cannot."""
        classes = self._program.classes
        for key in sorted(self._program.heirs.get(info.owner or "", ())):
            heir = classes[key]
            if key == info.owner or heir.name not in roots or info.record.name in heir.methods:
                continue
            for copy in self._siblings(key, info):
                home = next((m for m in heir.methods.values() if m.symbol == copy.symbol), None)
                proposal = _override(info, copy, home) if home is not None else None
                if proposal is not None:
                    yield proposal


def _selects(call: r.Call, words: frozenset[str], methods: frozenset[str]) -> bool:
    """Whether a call selects a consumer: on whatever holds the counter, or by a method of the object itself."""
    func = call.func
    if not isinstance(func, r.Attr) or not call.args:
        return False
    return func.name in methods or (is_self(func.value) and func.name in words)


def _where(info: FunctionInfo) -> Where:
    return Where(info.path, info.record.chunk, info.record.at)


def _lines(info: FunctionInfo, copy: Copy) -> tuple[Line, ...] | None:
    """A sibling's statement with the parameters of this entry, under a check where they may be None."""
    named = copy.named
    given = [_counterpart(info.record, param) for param in named]
    if not named or any(param is None for param in given):
        return None
    ours = [param for param in given if param is not None]
    made: r.Stmt = renamed(copy.stmt, {p.name: r.Name(o.name, -1) for p, o in zip(named, ours, strict=True)})
    for param in ours:
        if param.default == _NONE:
            made = r.If(r.Compare("is not", r.Name(param.name, -1), _NONE), (made,), (), -1)
    return statement(made)


def _counterpart(record: r.Function, theirs: r.Param) -> r.Param | None:
    """The parameter that stands for a sibling's: of the same name, of the same type, or the only one."""
    params = [p for p in record.params[1:] if p.kind == "positional"]
    same = [p for p in params if p.name == theirs.name]
    typed = [p for p in params if theirs.annotation is not None and _text(p) == _text(theirs)]
    return next(iter([*same, *typed, *(params if len(params) == 1 else [])]), None)


def _text(param: r.Param) -> str | None:
    return expression(param.annotation) if param.annotation is not None else None


def _inserted(info: FunctionInfo, copy: Copy, run: int) -> Proposal | None:
    lines = _lines(info, copy)
    if lines is None:
        return None
    spot = at_top(info.record, frozenset({run}), _NONE)
    reason = f"{info.symbol} selects the batch's consumer before the model runs, as {copy.symbol} does"
    edit = Insert(_where(info), spot.block, spot.before, lines)
    return Proposal(FixOffer(Strategy.IN_METHOD, Safety.SAFE, reason), (edit,))


def _override(info: FunctionInfo, copy: Copy, home: FunctionInfo) -> Proposal | None:
    lines, record = _lines(info, copy), info.record
    head = signature(record, typed=home.path == info.path)
    if lines is None or record.decorators or head is None:
        return None
    names = ", ".join(p.name for p in record.params[1:])
    text = (
        Line(0, f"def {record.name}(self, {head}):"),
        *(Line(line.depth + 1, line.text) for line in lines),
        Line(1, f"return super().{record.name}({names})"),
    )
    cls = home.symbol.split(".")[0]
    reason = (
        f"the class of {info.symbol} has no consumer to select, so {cls} gets an override that selects it, "
        f"as {copy.symbol} does"
    )
    return Proposal(FixOffer(Strategy.OWNER, Safety.UNSAFE, reason), (AddMethod(_where(home), text),))
