"""The strategy for an entry that runs the model unarmed: it selects the batch's consumer as a sibling entry does."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, is_name, walk, walk_all
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.chains import is_plain, is_self
from gatecheck.fixes.edits import AddMethod, Insert, Move, Proposal, Where
from gatecheck.fixes.fields import Fields, taken_of
from gatecheck.fixes.missing import lacking, optional
from gatecheck.fixes.placement import Spot, bound, bound_behind, ordinals
from gatecheck.fixes.settle import conditional, settled
from gatecheck.fixes.siblings import Copy, asked_elsewhere, copies, has_attributes
from gatecheck.fixes.source import Line, expression, renamed, signature, statement
from gatecheck.fixes.written import names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.defects import Defect
    from gatecheck.flow.forwards import Event
    from gatecheck.program.link import FunctionInfo, Program

_NONE = r.Const(None)
_HAND_ON = frozenset({"enumerate", "iter", "list", "reversed", "sorted", "tuple", "zip"})


class Arming:
    """Finds how the workers of a program select a consumer."""

    def __init__(self, program: Program, arm_methods: frozenset[str]) -> None:
        self._program = program
        self._words = arm_methods
        self._fields = Fields(program)

    def proposals(self, event: Event, defect: Defect) -> tuple[Proposal, ...]:
        """The entry's own selection moved to its start, else a sibling's; else an override where the entry is alone."""
        info = self._program.functions[event.entry]
        if info.owner is None:
            return ()
        own = [copy for copy in self._siblings(info.owner, info) if has_attributes(copy, self._program, info.owner)]
        found = [*self._moved(info, defect.place[1])]
        found += [p for copy in own if (p := self._inserted(info, copy, defect.place[1])) is not None]
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
        for call in calls:
            if not _selects(call, words, self._words) or asked_elsewhere(call, info.record):
                continue
            names = names_in(call)
            spot = bound(info.record, run, names, _NONE) if not bound_behind(info.record, run, names) else None
            if spot is not None and spot.before is not None and not _needs_check(info.record, call, spot.before):
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
                proposal = self._override(info, copy, home) if home is not None else None
                if proposal is not None:
                    yield proposal

    def _inserted(self, info: FunctionInfo, copy: Copy, run: int) -> Proposal | None:
        """A sibling's selection, put where it covers the run."""
        ours, certain = self._ours(info, copy, run)
        names = frozenset[str]().union(*map(names_in, ours))
        spot = bound(info.record, run, names, _NONE) if ours else None
        if spot is None:
            return None
        # What may be None is asked for by the selection itself: it stands above every way.
        absent = {p.name for p in info.record.params if optional(p)}
        sure = r.Seq("tuple", tuple(each for each in ours if not names_in(each) & absent))
        spots = settled(info.record, spot, frozenset({run}), sure) or ()
        made = [_lines(info, copy, ours, each) for each in spots]
        if not spots or None in made:
            return None
        reason = f"{info.symbol} selects the batch's consumer before the model runs, as {copy.symbol} does"
        where = _where(info)
        edits = tuple(Insert(where, at.block, at.before, lines or ()) for at, lines in zip(spots, made, strict=True))
        if certain:
            return Proposal(FixOffer(Strategy.IN_METHOD, Safety.SAFE, reason), edits)
        asked = ", ".join(text for each in ours if (text := expression(each)) is not None)
        doubt = f"{reason}; nothing shows that {asked} has a consumer"
        return Proposal(FixOffer(Strategy.IN_METHOD, Safety.UNSAFE, doubt), edits)

    def _override(self, info: FunctionInfo, copy: Copy, home: FunctionInfo) -> Proposal | None:
        (ours, _), record = self._ours(info, copy, -1), info.record
        found = _lines(info, copy, ours, Spot(record.at, None, _NONE)) if ours else None
        head = signature(record, typed=home.path == info.path)
        if found is None or record.decorators or head is None:
            return None
        if not {expression(each) for each in ours} <= {p.name for p in record.params}:
            return None
        names = ", ".join(p.name for p in record.params[1:])
        text = (
            Line(0, f"def {record.name}(self, {head}):"),
            *(Line(line.depth + 1, line.text) for line in found),
            Line(1, f"return super().{record.name}({names})"),
        )
        cls = home.symbol.split(".")[0]
        reason = (
            f"the class of {info.symbol} has no consumer to select, so {cls} gets an override that selects it, "
            f"as {copy.symbol} does"
        )
        return Proposal(FixOffer(Strategy.OWNER, Safety.UNSAFE, reason), (AddMethod(_where(home), text),))

    def _ours(self, info: FunctionInfo, copy: Copy, run: int) -> tuple[tuple[r.Expr, ...], bool]:
        """What stands in an entry for the parameters that a sibling's statement names, and whether that is certain.

        Empty where one has nothing.
        """
        found = [self._counterpart(info, copy, param, run) for param in copy.named]
        ours = tuple(each[0] for each in found if each is not None)
        if len(ours) < len(found):
            return (), False
        return ours, all(each is not None and each[1] for each in found)

    def _counterpart(self, info: FunctionInfo, copy: Copy, theirs: r.Param, run: int) -> tuple[r.Expr, bool] | None:
        """What stands for a sibling's parameter, and whether that is certain; it has what the selection takes of it.

        What is made here, and is not known to have that, gives way to a parameter that does, and is a guess where one
        might.
        """
        likely, others = _counterparts(info.record, copy, theirs, run)
        names = taken_of(copy.stmt, theirs.name)
        has = {id(each): self._fields.has(each, info, names) for each in (*likely, *others)}
        fitting = [each for each in likely if has[id(each)] is not False]
        having = [each for each in fitting or others if has[id(each)]]
        if not fitting:
            return (having[0], True) if len(having) == 1 else None
        given = any(is_name(fitting[0], p.name) for p in info.record.params)
        return (fitting[0] if given else (*having, *fitting)[0]), given or bool(having) or len(fitting) == 1


def _selects(call: r.Call, words: frozenset[str], methods: frozenset[str]) -> bool:
    """Whether a call selects a consumer: on whatever holds the counter, or by a method of the object itself."""
    func = call.func
    if not isinstance(func, r.Attr) or not call.args:
        return False
    return func.name in methods or (is_self(func.value) and func.name in words)


def _needs_check(record: r.Function, call: r.Call, before: int) -> bool:
    """Whether a selection takes an attribute of what is not known to be there at an earlier place."""
    taken = [n.value for arg in call.args for n in walk(arg.value) if isinstance(n, r.Attr)]
    return any(lacking(record, each, before) and not lacking(record, each, call.at) for each in taken)


def _where(info: FunctionInfo) -> Where:
    return Where(info.path, info.record.chunk, info.record.at)


def _lines(info: FunctionInfo, copy: Copy, ours: tuple[r.Expr, ...], spot: Spot) -> tuple[Line, ...] | None:
    """A sibling's statement with the variables of this entry, under a check of each that may be None at a place."""
    made: r.Stmt = renamed(copy.stmt, {p.name: each for p, each in zip(copy.named, ours, strict=True)})
    missing = [link for each in ours for link in lacking(info.record, each, spot.before)]
    for link in reversed(missing):
        check = r.Compare("is not", link, _NONE)
        if check not in spot.under and Line(0, f"if {expression(check)}:") not in (statement(made) or ()):
            made = r.If(check, (made,), (), -1)
    return conditional(statement(made), spot.under)


def _counterparts(
    record: r.Function, copy: Copy, theirs: r.Param, run: int
) -> tuple[tuple[r.Expr, ...], tuple[r.Expr, ...]]:
    """What may stand for a sibling's parameter, the likeliest first, and the parameters that otherwise could.

    Likely is what is handed on as the sibling hands it, then a parameter of its name or type, then the only one where
    the run is given it. One that holds several batches stands for none of them; the loop's variable that is run does.
    """
    each = _each_of(record, run)
    if each is not None:
        return (r.Name(each, -1),), ()
    params = [p for p in record.params[1:] if p.kind == "positional" and not _holds_several(record, p)]
    role = _in_its_role(record, copy, theirs, run)
    same = [p for p in params if p.name == theirs.name]
    typed = [p for p in params if theirs.annotation is not None and _text(p) == _text(theirs)]
    given = [value for at, _, value in _handed(record) if at == run]
    only = [p for p in params if len(params) == 1 and any(is_name(value, p.name) for value in given)]
    names = dict.fromkeys(p.name for p in (*same, *typed, *only) if role is None or not is_name(role, p.name))
    likely = (*(() if role is None else (role,)), *(r.Name(name, -1) for name in names))
    return likely, tuple(r.Name(p.name, -1) for p in params if p.name not in names)


def _in_its_role(record: r.Function, copy: Copy, theirs: r.Param, run: int) -> r.Expr | None:
    """What an entry hands to the same function, in the same place, as its sibling hands its parameter.

    What is called for nothing, but for the run, tells no role, and Python's own functions take anything.
    """
    idle = {n.value.at for n in walk_all(record.body) if isinstance(n, r.ExprStmt) and isinstance(n.value, r.Call)}
    roles = {role for _, role, value in _handed(copy.record) if is_name(value, theirs.name)}
    handed = [(role, value) for at, role, value in _handed(record) if at == run or at not in idle]
    found = {text: value for role, value in handed if role in roles and (text := expression(value))}
    values = [value for value in found.values() if is_plain(value) and not is_self(value)]
    return values[0] if len(values) == len(found) == 1 else None


def _handed(record: r.Function) -> Iterator[tuple[int, tuple[str, int | str], r.Expr]]:
    """What a function hands to others: each with the call, whom it calls, and the place among the arguments."""
    for node in walk_all(record.body):
        called = expression(node.func) if isinstance(node, r.Call) else None
        if isinstance(node, r.Call) and called is not None and not hasattr(builtins, called):
            yield from ((node.at, (called, a.name or i), a.value) for i, a in enumerate(node.args) if not a.stars)


def _each_of(record: r.Function, run: int) -> str | None:
    """The variable of a loop over a parameter that is handed to the run in it."""
    names = {p.name for p in record.params[1:] if _holds_several(record, p)}
    call = next((n for n in walk_all(record.body) if isinstance(n, r.Call) and n.at == run), None)
    given = set().union(*(names_in(a.value) for a in call.args)) if call is not None else set()
    for node in walk_all(record.body):
        if isinstance(node, r.For) and _gone_through(node.iter) & names and run in ordinals(node):
            targets = names_in(_drawn(node))
            fitting = targets if len(targets) == 1 else targets & given
            return next(iter(fitting)) if len(fitting) == 1 else None
    return None


def _drawn(loop: r.For) -> r.Expr:
    """What a loop draws from what it goes through, without a number that is counted along."""
    counted = isinstance(loop.iter, r.Call) and loop.iter.func == r.Name("enumerate", getattr(loop.iter.func, "at", -1))
    if counted and isinstance(loop.target, r.Seq) and len(loop.target.items) == 2:
        return loop.target.items[1]
    return loop.target


def _holds_several(record: r.Function, param: r.Param) -> bool:
    """Whether a function goes through a parameter, or takes parts of it."""
    for node in walk_all(record.body):
        if isinstance(node, r.For | r.Gen) and param.name in _gone_through(node.iter):
            return True
        if isinstance(node, r.Sub | r.Star) and isinstance(node.value, r.Name) and node.value.id == param.name:
            return True
    return False


def _gone_through(expr: r.Expr) -> set[str]:
    """The variables that a loop goes through: itself, or by a function that hands on what is in them."""
    if isinstance(expr, r.Name):
        return {expr.id}
    if isinstance(expr, r.Call) and isinstance(expr.func, r.Name) and expr.func.id in _HAND_ON:
        return {name for arg in expr.args for name in _gone_through(arg.value)}
    return set()


def _text(param: r.Param) -> str | None:
    return expression(param.annotation) if param.annotation is not None else None
