"""A wait that stands at the wrong place, taken to the right one together with what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, walk, walk_all
from gatecheck.fixes.edits import Move
from gatecheck.fixes.placement import Spot, all_statements, at_top, binds, bound, bound_behind, ordinals
from gatecheck.fixes.settle import is_pure, stays
from gatecheck.fixes.source import expression, renamed
from gatecheck.fixes.written import names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.fixes.subject import Subject

_Given = dict[str, r.Assign]


def moved(subject: Subject) -> tuple[Move, ...]:
    """The wait that comes too late, taken to where it is early enough."""
    wait, gate = subject.wrong_wait, _movable(subject)
    if wait is None or gate is None or (subject.rule == "GC005" and not _changes_before(subject, gate)):
        return ()
    along = _along(subject, gate)
    hole = subject.layer.expr if subject.layer is not None else r.Const(None)
    spot = _early_enough(subject, _needed(subject, gate, along), hole)
    if spot is None or spot.before is None or spot.layer is not hole or _stands_at(subject, wait, spot.before):
        return ()
    made = frozenset({wait, *(stmt.at for stmt in along.values())})
    # Where every way comes to the wait as it is, it names nothing new further up.
    if not stays(subject.record, spot, frozenset(subject.reads), _evaluated(subject, gate, along), made):
        return ()
    return (Move(subject.where, wait, spot.block, spot.before, tuple(sorted(stmt.at for stmt in along.values()))),)


def moved_behind(subject: Subject) -> tuple[Move, ...]:
    """The wait that names the layer before it has its last value, taken to where it has it."""
    wait, gate = subject.wrong_wait, _movable(subject)
    if wait is None or gate is None:
        return ()
    spot = bound(subject.record, min(subject.reads), names_in(gate), r.Const(None))
    if spot is None or spot.before is None or spot.before <= max(ordinals(gate)):
        return ()
    return (Move(subject.where, wait, spot.block, spot.before),)


def gate_of(subject: Subject, wait: int) -> r.Stmt | None:
    """The outermost statement that holds a wait and none of the reads."""
    around = (s for s in all_statements(subject.record.body) if wait in ordinals(s))
    return next((s for s in around if not ordinals(s) & frozenset(subject.reads)), None)


def _movable(subject: Subject) -> r.Stmt | None:
    """The wrong wait with its check; what orders everything may be there for something else too, and stays."""
    wait = subject.wrong_wait
    gate = gate_of(subject, wait) if wait is not None and wait in subject.gates else None
    fixed = gate is None or _relies_on_more(subject, gate) or _fills_its_block(subject, gate)
    return None if fixed else gate


def _fills_its_block(subject: Subject, gate: r.Stmt) -> bool:
    """Whether a block would be empty without a wait, and what it needs."""
    home = next((b for b in _blocks(subject.record) if any(s is gate for s in b)), ())
    return len(home) == 1 + len(_along(subject, gate))


def _relies_on_more(subject: Subject, gate: r.Stmt) -> bool:
    """Whether a wait shares its check with others, or another statement asks for the counter in its stead."""
    inside = frozenset(map(id, walk(gate)))
    if isinstance(gate, r.Match):
        return True
    if isinstance(gate, r.If):
        return len(gate.body) > 1 or bool(gate.orelse)
    used = {expression(n) for n in walk(gate) if isinstance(n, r.Attr)} | _along(subject, gate).keys()
    tests = (n.test for n in walk_all(subject.record.body) if isinstance(n, r.If | r.Cond | r.While))
    asked = (n for test in tests for n in walk(test) if id(n) not in inside and isinstance(n, r.Attr | r.Name))
    return any(expression(n) in used for n in asked)


def _along(subject: Subject, gate: r.Stmt) -> _Given:
    """The variables that a wait names and that only get a value behind the reads, each with the statement for it.

    None at all where one of them is made of something that is not there before, or may have an effect.
    """
    found = _Given()
    wanted = _late(subject, _names_from_outside(subject, gate))
    while wanted:
        name = wanted.pop()
        stmt = _only_given(subject, gate, name)
        if stmt is None or stmt.value is None or not _is_steady(subject.record, stmt.value):
            return {}
        found[name] = stmt
        wanted += [each for each in _late(subject, names_in(stmt.value)) if each not in found]
    return found


def _late(subject: Subject, names: frozenset[str]) -> list[str]:
    """Those of some variables that have no value before the first read."""
    first = min(subject.reads)
    every = [_without_blocks(s) for s in all_statements(subject.record.body)]
    names -= {param.name for param in subject.record.params}
    made = {name: [s for s in every if binds(s, frozenset({name}))] for name in sorted(names)}
    return [name for name, found in made.items() if found and all(max(ordinals(s), default=0) >= first for s in found)]


def _without_blocks(stmt: r.Stmt) -> r.Stmt:
    """A statement by itself: those of its blocks are others."""
    if isinstance(stmt, r.Function | r.ClassDef):
        return stmt
    blocks = [name for name in ("body", "orelse", "final") if isinstance(getattr(stmt, name, None), tuple)]
    return msgspec.structs.replace(stmt, **dict.fromkeys(blocks, ()))


def _only_given(subject: Subject, gate: r.Stmt, name: str) -> r.Assign | None:
    """The statement above a wait, in its block and behind all reads, that alone gives a variable its value."""
    body = next((b for b in _blocks(subject.record) if any(s is gate for s in b)), ())
    above = (s for s in body if isinstance(s, r.Assign) and s.at < min(ordinals(gate)))
    given = next((s for s in above if len(s.targets) == 1 and is_name(s.targets[0], name)), None)
    every = (s for s in all_statements(subject.record.body) if binds(s, frozenset({name})))
    alone = given is not None and all(any(each is given for each in all_statements((s,))) for s in every)
    return given if given is not None and alone and min(ordinals(given)) > max(subject.reads) else None


def _blocks(record: r.Function) -> Iterator[tuple[r.Stmt, ...]]:
    for node in (record, *all_statements(record.body)):
        inner = (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))
        blocks = (getattr(each, name, None) for each in (node, *inner) for name in ("body", "orelse", "final"))
        yield from (block for block in blocks if isinstance(block, tuple))


def _is_steady(record: r.Function, value: r.Expr) -> bool:
    """Whether a value is the same wherever its variables are: nothing here stores what it is made of."""
    targets = (t for n in walk_all(record.body) if isinstance(n, r.Assign) for t in n.targets)
    stored = {expression(t) for t in targets if isinstance(t, r.Attr)}
    return is_pure(value) and not any(expression(n) in stored for n in walk(value) if isinstance(n, r.Attr))


def _names_from_outside(subject: Subject, gate: r.Stmt) -> frozenset[str]:
    """The variables of a wait, but for those that its own check binds and that nothing else uses."""
    inside = frozenset(map(id, walk(gate)))
    bound_here = [n for n in walk(gate) if isinstance(n, r.Walrus) and isinstance(n.target, r.Name)]
    used = {n.id for n in walk_all(subject.record.body) if isinstance(n, r.Name) and id(n) not in inside}
    own = {n.target.id for n in bound_here if isinstance(n.target, r.Name) and _is_steady(subject.record, n.value)}
    return names_in(gate) - (own - used)


def _needed(subject: Subject, gate: r.Stmt, along: _Given) -> frozenset[str]:
    """The variables that must have their values where a wait is taken to."""
    values = (names_in(stmt.value) for stmt in along.values() if stmt.value is not None)
    return _names_from_outside(subject, gate).union(*values) - along.keys()


def _evaluated(subject: Subject, gate: r.Stmt, along: _Given) -> r.Expr:
    """What is evaluated further up than before: the index, the pool of a reader outside, and what goes along."""
    call = next((n for n in walk(gate) if isinstance(n, r.Call) and n.at == subject.wrong_wait), None)
    index: r.Expr = call.args[0].value if call is not None and call.args else r.Const(None)
    values = {name: stmt.value for name, stmt in along.items() if stmt.value is not None}
    for _ in values:
        index = renamed(index, values)
    pool = [subject.bypass.pool] if subject.outside and subject.bypass is not None else []
    more = (*values.values(), *pool)
    return r.Seq("tuple", (index, *more)) if more else index


def _early_enough(subject: Subject, names: frozenset[str], hole: r.Expr) -> Spot | None:
    """Where a wait could stand before the reads, with its variables as they are where it stands now."""
    first = min(subject.reads)
    if subject.rule == "GC005":
        # A parameter that has become another layer's number is what is wrong: above that it is the right one.
        names -= {param.name for param in subject.record.params}
    if bound_behind(subject.record, first, names):
        return None
    if any(binds(stmt, names) for stmt in subject.record.body):
        return bound(subject.record, first, names, hole)
    return at_top(subject.record, frozenset(subject.reads), hole)


def _changes_before(subject: Subject, gate: r.Stmt) -> bool:
    """Whether what a wait names may get another value above it: else it is for the same layer wherever it stands."""
    names, used = names_in(gate), {expression(n) for n in walk(gate) if isinstance(n, r.Attr)}
    stored = (t for n in walk_all(subject.record.body) if isinstance(n, r.Assign | r.AugAssign) for t in _targets(n))
    changed = any(isinstance(t, r.Attr) and expression(t) in used for t in stored)
    calls = (n for n in walk_all(subject.record.body) if isinstance(n, r.Call) and n.at < min(ordinals(gate)))
    handed = any(isinstance(arg.value, r.Name) and arg.value.id in names for call in calls for arg in call.args)
    return changed or handed or any(binds(stmt, names) for stmt in subject.record.body)


def _targets(stmt: r.Assign | r.AugAssign) -> tuple[r.Expr, ...]:
    return stmt.targets if isinstance(stmt, r.Assign) else (stmt.target,)


def _stands_at(subject: Subject, wait: int, before: int) -> bool:
    """Whether a wait is there already, in front of all that is read."""
    stmt = next(s for s in subject.record.body if wait in ordinals(s))
    own = ordinals(stmt)
    return not own & frozenset(subject.reads) and (before in own or max(own) < before)


__all__ = ["gate_of", "moved", "moved_behind"]
