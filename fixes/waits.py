"""The edits that make a function wait, by what is wrong with it; the same for every strategy that waits in a method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, walk, walk_all
from gatecheck.findings import Safety
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.edits import Edit, Insert, Move
from gatecheck.fixes.indices import on_pool, right_index
from gatecheck.fixes.moving import moved, moved_behind
from gatecheck.fixes.placement import (
    Spot,
    all_statements,
    at_top,
    beside,
    binds,
    bound,
    in_stream_block,
    innermost,
    ordinal,
    ordinals,
    statement_of,
)
from gatecheck.fixes.settle import conditional, is_pure, may_lack, settled, stays
from gatecheck.fixes.source import expression, on, statement
from gatecheck.fixes.written import names_in, names_of

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.source import Line
    from gatecheck.fixes.subject import Subject

MOST = 5
"""How many ways are offered for one finding: each is proved by an analysis of its own."""
_SYNCHRONISES = "synchronize"
_UNORDERED = frozenset({"GC001", "GC003", "GC007"})
_DONE = {
    "GC003": "{symbol} waits on the way that lacks it, {like}",
    "GC007": "{symbol} waits {like}, which keeps its result",
    "GC013": "{symbol} waits on the stream that reads, {like}",
}


class Way(msgspec.Struct, frozen=True):
    """Edits for one finding, the method whose gate they copy, and the method that waits then, if it is another."""

    edits: tuple[Edit, ...]
    like: str
    inside: str | None = None
    moves: bool = False


def reason(subject: Subject, way: Way, plain: str) -> str:
    """What is said of a way; ``plain`` is said where nothing about the finding is special."""
    like = "as it does elsewhere" if way.like == subject.symbol else f"as {way.like} does"
    if way.inside is not None:
        return f"{way.inside}, which {subject.symbol} calls to wait, does nothing; it waits again, {like}"
    if way.moves:
        return f"the wait of {subject.symbol} moves to where it is for the layer that is read, and before the read"
    if subject.rule == "GC005" and any(isinstance(edit, Insert) for edit in way.edits):
        return f"{subject.symbol} waits for this layer too, {like}: its wait is for another one that it reads"
    if subject.rule == "GC005":
        return f"the wait of {subject.symbol} names the layer that is read"
    if subject.rule == "GC004":
        plain += "; the wait that comes too late stays"
    return _DONE.get(subject.rule, plain).format(symbol=subject.symbol, like=like)


def judged(subject: Subject, text: str) -> tuple[Safety, str]:
    """How safe it is to wait in this method, with what makes it unsafe added to the reason."""
    if subject.covered_elsewhere:
        return Safety.UNSAFE, f"{text}; a pool that inherits it already waits"
    if subject.strange:
        return Safety.UNSAFE, f"{text}; a class that inherits it has no counter"
    if subject.guessed:
        return Safety.UNSAFE, f"{text}; nothing shows that what {subject.symbol} reads by is a layer's number"
    if not subject.sure:
        return Safety.UNSAFE, f"{text}; the finding itself is not sure"
    if subject.checker is not None:
        return Safety.UNSAFE, f"{text}; {subject.checker} may read nothing for some layers, and it waits for those too"
    return Safety.SAFE, text


def ways(subject: Subject) -> tuple[Way, ...]:
    """Every way to make this function wait, best first; a lambda has no place for a statement, a class no counter."""
    record = subject.record
    if subject.kept or not record.name.isidentifier() or "classmethod" in decorator_names(record):
        return ()
    if subject.rule == "GC005":
        return _for_own_layer(subject)
    restored = _restored(subject) if subject.rule in {"GC001", "GC002", "GC007"} else ()
    taken = _elsewhere(subject, moved(subject)) if subject.rule == "GC004" else ()
    repeated = _repeated(subject) if subject.rule == "GC004" else ()
    found = (*restored, *taken, *_for_each(subject), *_put_in(subject), *_as_written(subject), *repeated)
    return tuple(dict.fromkeys(found))[:MOST]


def _for_own_layer(subject: Subject) -> tuple[Way, ...]:
    """The wrong wait with another index or at another place; a new one where another read needs it as it is."""
    if not subject.leaning:
        return _corrected(subject)
    if subject.leaning & frozenset(subject.reads):
        return _elsewhere(subject, moved_behind(subject))
    return tuple(dict.fromkeys((*_as_written(subject), *_put_in(subject))))[:MOST] if subject.leans_rightly else ()


def own_waits(subject: Subject, pool: r.Expr) -> tuple[Way, ...]:
    """What can be made of the wait that a reader outside has on its pool: it is wrong, or comes too late."""
    wrong = subject.rule == "GC005" and not subject.leaning
    if not subject.record.name.isidentifier() or not (wrong or subject.late) or not _is_there(subject, pool):
        return ()
    if not wrong:
        return _elsewhere(subject, moved(subject))
    return _corrected(msgspec.structs.replace(subject, forms=on_pool(subject.forms, pool)))


def _is_there(subject: Subject, pool: r.Expr) -> bool:
    """Whether what a pool is called by has its value where the wrong wait stands, and keeps it."""
    names, wait = names_in(pool), subject.wrong_wait
    made = [s for s in all_statements(subject.record.body) if binds(s, names)]
    return wait is not None and all(s in subject.record.body and max(ordinals(s), default=0) < wait for s in made)


def _corrected(subject: Subject) -> tuple[Way, ...]:
    """The wrong wait with another index, or else at another place."""
    found = tuple(Way((edit,), subject.symbol) for edit in right_index(subject))[:MOST]
    return found or _elsewhere(subject, moved(subject))


def _put_in(subject: Subject) -> list[Way]:
    """The forms with the layer as the parameters show it, where it can stand."""
    return [
        way
        for form, layer in _fillings(subject)
        for spot in _spots(subject, layer)
        if not _has_changed(subject, spot, layer) and (way := _inserted(subject, form, spot, layer)) is not None
    ]


def _has_changed(subject: Subject, spot: Spot, layer: r.Expr) -> bool:
    """Whether a place is behind one where what a layer is called by gets another value than it was called with."""
    before, names = spot.before, names_in(layer)
    if before is None or subject.layer is None or spot.layer is not layer:
        return False
    earlier = (s for s in all_statements(subject.record.body) if (ordinal(s) or 0) < before)
    return any(binds(stmt, names) and before not in ordinals(stmt) for stmt in earlier)


def _fillings(subject: Subject) -> list[tuple[Form, r.Expr]]:
    """Each form with the layer to put into it: as the read shows it, else by the parameter that siblings wait for."""
    names = frozenset(p.name for p in subject.record.params)
    layer = subject.layer
    found = [(form, layer.expr) for form in subject.forms if layer is not None and form.raw == layer.raw]
    if layer is None and subject.written is not None:
        return found
    for form in subject.forms:
        if _is_parameter(form.hole, names) and _may_guess(subject, form.layer):
            found.append((form, form.layer))
        elif layer is not None and form.raw != layer.raw:
            found.append((form, layer.expr))
    return found


def _may_guess(subject: Subject, layer: r.Expr) -> bool:
    """Whether a parameter that siblings wait for can be what is read: the same on every way, or handed on as it is."""
    if subject.several or not _varies(subject, layer):
        return not subject.several
    read = next((n for n in walk_all(subject.record.body) if getattr(n, "at", None) == subject.reads[0]), None)
    calls = (n for n in walk(read) if isinstance(n, r.Call)) if read is not None else ()
    given = {expression(arg.value) for call in calls for arg in call.args}
    return not subject.owned and expression(layer) in given


def _varies(subject: Subject, layer: r.Expr) -> bool:
    """Whether a layer that nothing names is not the same on every way to the read, or not what was passed."""
    rebound = any(binds(stmt, names_in(layer)) for stmt in subject.record.body)
    return subject.layer is None and (subject.varies or rebound)


def _is_parameter(hole: r.Expr, names: frozenset[str]) -> bool:
    while isinstance(hole, r.Attr):
        hole = hole.value
    return isinstance(hole, r.Name) and hole.id in names


def _as_written(subject: Subject) -> list[Way]:
    """The forms with the layer as the read's own subscript has it, where its variables have their values."""
    layer = subject.written
    if layer is None or subject.rule == "GC013":
        return []
    spot = bound(subject.record, subject.reads[0], names_of(layer), layer.expr)
    if spot is None:
        return []
    fitting = [form for form in subject.forms if form.raw == layer.raw]
    found = [_inserted(subject, form, spot, layer.expr) for form in fitting]
    return [way for way in (*found, *(_at_each(subject, form) for form in fitting)) if way is not None]


def _at_each(subject: Subject, form: Form) -> Way | None:
    """A wait for each layer that is read, where its variables have their values; the last of them first."""
    edits: dict[Edit, None] = {}
    for read, layer in sorted(subject.each_written, key=lambda each: -each[0]):
        spot = bound(subject.record, read, names_of(layer), layer.expr)
        way = _inserted(subject, form, spot, layer.expr) if spot is not None and layer.raw == form.raw else None
        if way is None:
            return None
        edits.update(dict.fromkeys(way.edits))
    return Way(tuple(edits), form.symbol) if len(edits) > 1 else None


def _for_each(subject: Subject) -> list[Way]:
    """One wait for each of several layers, together at the top."""
    if len(subject.layers) < 2:
        return []
    first = subject.layers[0].expr
    spot = at_top(subject.record, frozenset(subject.reads), first)
    each = [layer.expr for layer in subject.layers]
    if not all(_may_stand(subject, spot, read, layer) for layer in each for read in subject.reads):
        return []
    found = []
    for form in (f for f in subject.forms if spot.layer is first):
        made = [_lines(subject, form, layer.expr) for layer in subject.layers if layer.raw == form.raw]
        if len(made) == len(subject.layers) and None not in made:
            lines = tuple(line for each in made for line in each or ())
            found.append(Way((Insert(subject.where, spot.block, spot.before, lines),), form.symbol))
    return found


def _may_stand(subject: Subject, spot: Spot, read: int, layer: r.Expr) -> bool:
    """Whether a wait for a layer may stand at a place, as far as one read goes."""
    return is_pure(layer) and stays(subject.record, spot, frozenset({read}), layer)


def _inserted(subject: Subject, form: Form, spot: Spot, layer: r.Expr) -> Way | None:
    """A gate at a place, or at several behind what guards the layer: for the layer as it is called there."""
    reads = frozenset(subject.reads)
    spots = settled(subject.record, spot, reads, spot.layer, parted=_waits_beside(subject)) or ()
    edits = [edit for each in spots if (edit := _insert(subject, form, each, layer)) is not None]
    return Way(tuple(edits), form.symbol) if edits and len(edits) == len(spots) else None


def _waits_beside(subject: Subject) -> bool:
    """Whether a statement that leads to the reads waits on another way: above it would be the second wait there."""
    around = (s for s in all_statements(subject.record.body) if frozenset(subject.reads) & ordinals(s))
    return subject.rule in _UNORDERED and any(subject.gates & ordinals(stmt) for stmt in around)


def _insert(subject: Subject, form: Form, spot: Spot, layer: r.Expr) -> Insert | None:
    """A gate for the layer as it is called at a place, or by the object that has it."""
    lines = conditional(_lines(subject, form, spot.layer) or _lines(subject, form, layer), spot.under)
    lacks = may_lack(subject.record, spot.layer, frozenset(subject.reads))
    return None if lines is None or lacks else Insert(subject.where, spot.block, spot.before, lines)


def _lines(subject: Subject, form: Form, layer: r.Expr) -> tuple[Line, ...] | None:
    """A gate for a layer, on the object as the function calls it; none for one that is made with an effect."""
    if not is_pure(layer):
        return None
    me = r.Name(subject.record.params[0].name, -1) if subject.record.params else None
    gate = form.gate if me is None or is_self(me) else on(form.gate, form.hole, me)
    return msgspec.structs.replace(form, gate=gate).filled(layer)


def _spots(subject: Subject, layer: r.Expr) -> list[Spot]:
    if subject.layer is None and _varies(subject, layer):
        spot = bound(subject.record, min(subject.reads), names_in(layer), layer)
        return [spot] if spot is not None else []
    top = at_top(subject.record, frozenset(subject.reads), layer)
    inside = in_stream_block(subject.record, subject.reads[0], layer)
    within = [inside] if inside is not None else []
    if subject.rule == "GC013":
        nearest = innermost(subject.record, subject.reads[0])
        return within or [top, *([Spot(*nearest, layer)] if nearest is not None else [])]
    if subject.rule == "GC003" and subject.gates:
        return [beside(subject.record, subject.reads[0], subject.gates, layer), top, *within]
    return [top, *within]


def _restored(subject: Subject) -> tuple[Way, ...]:
    """One wait in the method that all its callers take for one."""
    found = []
    for empty in subject.emptied:
        for form in subject.forms:
            lines = form.filled(r.Name(empty.parameter, -1)) if form.helper is None else None
            if lines is not None and not form.raw:
                found.append(Way((Insert(empty.where, empty.where.function, None, lines),), form.symbol, empty.symbol))
    return tuple(found[:2])


def _elsewhere(subject: Subject, moves: tuple[Move, ...]) -> tuple[Way, ...]:
    """The wait itself at another place."""
    return (Way(moves, subject.symbol, moves=True),) if moves else ()


def _repeated(subject: Subject) -> tuple[Way, ...]:
    """The synchronisation that comes too late for the read, made before it as well: it may end a copy of its own."""
    if subject.wrong_wait is None or _needs_more(subject, subject.wrong_wait):
        return ()
    stmt = statement_of(subject.record, subject.wrong_wait)
    call = stmt.value if isinstance(stmt, r.ExprStmt) else None
    if stmt is None or not isinstance(call, r.Call) or not isinstance(call.func, r.Attr) or call.args:
        return ()
    lines = statement(stmt) if call.func.name == _SYNCHRONISES else None
    spot = at_top(subject.record, frozenset(subject.reads), r.Const(None))
    edit = Insert(subject.where, spot.block, spot.before, lines or ())
    return (Way((edit,), subject.symbol),) if lines is not None else ()


def _needs_more(subject: Subject, wait: int) -> bool:
    """Whether a wait names variables that the function itself sets: they may have no value yet further up."""
    stmt = next((s for s in subject.record.body if wait in ordinals(s)), None)
    if stmt is None:
        return True
    named = frozenset(n.id for n in walk(stmt) if isinstance(n, r.Name)) - {p.name for p in subject.record.params}
    return any(binds(each, named) for each in subject.record.body)


__all__ = ["Way", "judged", "ordinal", "ordinals", "own_waits", "reason", "ways"]
