"""The strategy for a reader outside the pools that cannot be pointed at an accessor: it waits where it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.edits import Insert, Proposal
from gatecheck.fixes.layer import Layer
from gatecheck.fixes.placement import Spot, binds, bound, bound_behind, common, innermost, ordinals, statement_of
from gatecheck.fixes.settle import conditional, is_pure, may_lack, reaches, settled
from gatecheck.fixes.source import expression, on
from gatecheck.fixes.waits import MOST, own_waits, reason
from gatecheck.fixes.written import names_in, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gatecheck.fixes.bypass import Bypass
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.subject import Subject

_Place = tuple[int, "int | None"]


def correct(subject: Subject) -> tuple[Proposal, ...]:
    """Make the wait of a reader on its pool right: it is for another layer, or comes too late."""
    bypass = subject.bypass
    if not subject.outside or not subject.live or bypass is None or bypass.foreign or subject.kept:
        return ()
    safety = Safety.SAFE if subject.certain and subject.checker is None else Safety.UNSAFE
    ways = own_waits(subject, bypass.pool)
    return tuple(Proposal(FixOffer(Strategy.CALL_SITE, safety, reason(subject, way, "")), way.edits) for way in ways)


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait on the pool's counter before the statement that takes the buffer, else before the one that reads."""
    bypass = subject.bypass
    if not subject.outside or not subject.live or bypass is None or bypass.foreign or subject.kept:
        return ()
    forms = sorted((f for f in subject.forms if _is_public(f)), key=lambda f: f.helper is None)
    each = takes(subject)
    found = [_for_all(subject, form, each) for form in forms] if len(each) > 1 or len(each[0].at) > 1 else []
    every = frozenset(at for take in each for at in take.at)
    found += [
        _proposal(subject, form, layer, place, bypass.pool)
        for form in forms
        for layer, place in _places(subject, bypass)
        if reaches(subject.record, Spot(*place, layer.expr), every)
    ]
    return tuple(dict.fromkeys(proposal for proposal in found if proposal is not None))[:MOST]


class Take(msgspec.Struct, frozen=True):
    """A pool as a reader names it, and where the reader takes from it what it reads."""

    pool: r.Expr
    at: tuple[int, ...]


def takes(subject: Subject) -> tuple[Take, ...]:
    """All that a reader takes from pools, as far as that is known: pools of one name are one."""
    ways = [way for way in (subject.bypass, *subject.beside) if way is not None and not way.foreign]
    pools = {expression(way.pool): way.pool for way in reversed(ways)}
    found = {name: [at for way in ways if expression(way.pool) == name for at in (way.at, *way.also)] for name in pools}
    return tuple(Take(pools[name], tuple(dict.fromkeys(found[name]))) for name in reversed(pools))


def _for_all(subject: Subject, form: Form, each: tuple[Take, ...]) -> Proposal | None:
    """A wait before all that is taken from one pool, for each of the pools."""
    layer = subject.layer
    if layer is None or layer.raw != form.raw or any(binds(s, names_of(layer)) for s in subject.record.body):
        return None
    edits: list[Insert | None] = []
    for take in each:
        wanted, place = frozenset(take.at), common(subject.record, frozenset(take.at))
        if place is None or bound_behind(subject.record, place[1] - 1, names_in(take.pool)):
            return None
        spots = _agreed(subject, Spot(*place, layer.expr), wanted, r.Seq("tuple", (layer.expr, take.pool)))
        made = form if form.apart else msgspec.structs.replace(form, gate=on(form.gate, form.hole, take.pool))
        edits += [_insert(subject, made, spot) for spot in spots or (None,)]
    return _with_reason(subject, form, edits)


def _places(subject: Subject, bypass: Bypass) -> list[tuple[Layer, _Place]]:
    """Where the wait could stand, each with the layer as it is called there."""
    found: list[tuple[Layer, _Place]] = []
    changes = subject.layer is not None and any(binds(s, names_of(subject.layer)) for s in subject.record.body)
    if subject.layer is not None and not changes:
        spots = dict.fromkeys(innermost(subject.record, at) for at in (bypass.at, subject.reads[0]))
        found += [(subject.layer, spot) for spot in spots if spot is not None]
    if subject.written is not None:
        layer = subject.written
        spot = bound(subject.record, bypass.at, names_of(layer) | names_in(bypass.pool), layer.expr)
        if spot is not None:
            found.append((Layer(spot.layer, layer.raw), (spot.block, spot.before)))
    return found


def _is_public(form: Form) -> bool:
    """Whether code outside the pool may write this gate: it calls no method that the pool keeps to itself."""
    return form.apart or form.helper is None or not form.helper.startswith("_")


def _proposal(subject: Subject, form: Form, layer: Layer, spot: _Place, pool: r.Expr) -> Proposal | None:
    if layer.raw != form.raw:
        return None
    made = form if form.apart else msgspec.structs.replace(form, gate=on(form.gate, form.hole, pool))
    reads = frozenset(subject.reads) | ({subject.bypass.at} if subject.bypass is not None else set())
    spots = _guarded(subject, Spot(*spot, layer.expr), r.Seq("tuple", (layer.expr, pool)))
    edits = [_insert(subject, made, each) for each in spots]
    return None if may_lack(subject.record, layer.expr, reads) else _with_reason(subject, form, edits)


def _with_reason(subject: Subject, form: Form, edits: Sequence[Insert | None]) -> Proposal | None:
    """The proposal of some waits; None where there is none, or one of them cannot be written."""
    like = f", as {form.symbol} does" if form.apart and form.symbol != subject.symbol else ""
    text = f"{subject.symbol} stands outside the pools, so it waits on the pool's counter before it reads{like}"
    safety = Safety.SAFE if subject.certain and subject.checker is None else Safety.UNSAFE
    if form.derived and subject.owned:
        safety, text = Safety.UNSAFE, f"{text}; the event is the one of the inner pool's own index"
    done = tuple(edit for edit in edits if edit is not None)
    offer = FixOffer(Strategy.CALL_SITE, safety, text)
    return Proposal(offer, done) if done and len(done) == len(edits) else None


def _guarded(subject: Subject, spot: Spot, named: r.Expr) -> tuple[Spot, ...]:
    """Where a wait that names a pool stands: under the conditions under which the buffer is taken from it."""
    record, at = subject.record, subject.bypass.at if subject.bypass is not None else subject.reads[0]
    taken = innermost(record, at)
    if taken is None or spot.before is None or _comes_before(subject, spot.before, at):
        return _agreed(subject, spot, frozenset({at}), named)
    # Behind the place where the buffer is taken nothing tells whether it was.
    own = Spot(*taken, spot.layer)
    sure = taken[0] in {spot.block, record.at} and settled(record, own, frozenset({at}), named) == (own,)
    return (settled(record, spot, frozenset(subject.reads), named) or ()) if sure else ()


def _agreed(subject: Subject, spot: Spot, taken: frozenset[int], named: r.Expr) -> tuple[Spot, ...]:
    """Where a wait stands that only ways need on which the pool is there, and on which the layer is read."""
    by_pool = settled(subject.record, spot, taken, named) or ()
    by_layer = settled(subject.record, spot, frozenset(subject.reads), spot.layer) or ()
    if by_layer in {(spot,), by_pool}:
        return by_pool
    return by_layer if by_pool == (spot,) else ()


def _comes_before(subject: Subject, before: int, at: int) -> bool:
    """Whether a node is in the statement that a place stands before, or behind it."""
    stmt = statement_of(subject.record, before)
    return at >= before or (stmt is not None and at in ordinals(stmt))


def _insert(subject: Subject, form: Form, spot: Spot | None) -> Insert | None:
    if spot is None:
        return None
    gate = conditional(form.filled(spot.layer), spot.under) if is_pure(spot.layer) else None
    return Insert(subject.where, spot.block, spot.before, gate) if gate is not None else None
