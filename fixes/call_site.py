"""The strategy for a reader outside the pools that cannot be pointed at an accessor: it waits where it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.edits import Insert, Proposal
from gatecheck.fixes.idiom import is_self
from gatecheck.fixes.placement import innermost
from gatecheck.fixes.waits import MOST

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.subject import Subject


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait on the pool's counter before the statement that takes the buffer, else before the one that reads."""
    bypass = subject.bypass
    if not subject.outside or not subject.live or bypass is None:
        return ()
    places = dict.fromkeys(innermost(subject.record, at) for at in (bypass.at, subject.reads[0]))
    forms = sorted((f for f in subject.forms if _is_public(f)), key=lambda f: f.helper is None)
    found = [_proposal(subject, form, spot, bypass.pool) for form in forms for spot in places if spot is not None]
    return tuple(dict.fromkeys(proposal for proposal in found if proposal is not None))[:MOST]


def _is_public(form: Form) -> bool:
    """Whether code outside the pool may write this gate: it calls no method that the pool keeps to itself."""
    return form.helper is None or not form.helper.startswith("_")


def _proposal(subject: Subject, form: Form, spot: tuple[int, int], pool: r.Expr) -> Proposal | None:
    if subject.layer is None or subject.layer.raw != form.raw:
        return None
    gate = msgspec.structs.replace(form, gate=on(form.gate, form.hole, pool)).filled(subject.layer.expr)
    if gate is None:
        return None
    reason = f"{subject.symbol} stands outside the pools, so it waits on the pool's counter before it reads"
    safety = Safety.SAFE if subject.certain else Safety.UNSAFE
    return Proposal(FixOffer(Strategy.CALL_SITE, safety, reason), (Insert(subject.where, spot[0], spot[1], gate),))


def on(node: r.If | r.ExprStmt, hole: r.Expr, pool: r.Expr) -> r.If | r.ExprStmt:
    """A gate that names the object itself, written for ``pool``; the hole is left as it is."""
    return _on(node, hole, pool)  # type: ignore[return-value]


def _on(node: msgspec.Struct, hole: r.Expr, pool: r.Expr) -> msgspec.Struct:
    if node is hole:
        return node
    if isinstance(node, r.Name) and is_self(node):
        return pool
    changed: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, msgspec.Struct):
            changed[name] = _on(value, hole, pool)
        elif isinstance(value, tuple):
            changed[name] = tuple(_on(v, hole, pool) if isinstance(v, msgspec.Struct) else v for v in value)
    return msgspec.structs.replace(node, **changed) if changed else node
