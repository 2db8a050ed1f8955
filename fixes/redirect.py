"""The strategy for a reader that goes past a pool: it calls the pool's own method, a new one where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import only_value, walk_all
from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.bypass import returns
from gatecheck.fixes.chains import is_plain, same
from gatecheck.fixes.edits import AddMethod, Proposal, Replace
from gatecheck.fixes.placement import bound_behind
from gatecheck.fixes.source import Line, expression, signature
from gatecheck.fixes.written import names_in

if TYPE_CHECKING:
    from gatecheck.fixes.bypass import Bypass
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.subject import Subject


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Point every call that goes past the owner at it; the owner waits."""
    if not subject.outside or not subject.live:
        return ()
    forms = [form for form in subject.forms if not form.raw]
    ways = (subject.bypass, *subject.beside)
    made = [_together([_pointed(subject, way, form) for way in ways]) for form in forms or (None,)]
    return tuple(dict.fromkeys(proposal for proposal in made if proposal is not None))[:3]


def _pointed(subject: Subject, bypass: Bypass | None, form: Form | None) -> Proposal | None:
    """One call that asks the owner instead: a method that it has, or a new one that waits as ``form`` does."""
    if bypass is None or bypass.foreign or bypass.call is None:
        return None
    if bypass.accessor is not None:
        edits = _called(subject, bypass, bypass.accessor)
        reason = f"{subject.symbol} calls {bypass.home_class}.{bypass.accessor}, which has the same result and waits"
        safety = Safety.SAFE if subject.certain else Safety.UNSAFE
        return Proposal(FixOffer(Strategy.OWNER, safety, reason), edits) if edits is not None else None
    # Where the layer is known, the reader waits for that one and no other.
    known = not bypass.inner or subject.layer is not None or subject.local
    return _with_new_method(subject, bypass, form) if form is not None and not known else None


def _together(parts: list[Proposal | None]) -> Proposal | None:
    """The proposals for all the calls of a reader as one; None where one of them has none."""
    each = [part for part in parts if part is not None]
    edits = tuple(dict.fromkeys(edit for part in each for edit in part.edits))
    added = [edit for edit in edits if isinstance(edit, AddMethod)]
    # From the last to the first: an edit moves what stands behind it.
    calls = sorted((edit for edit in edits if isinstance(edit, Replace)), key=lambda edit: -edit.at)
    if len(each) < len(parts) or len({edit.lines[0] for edit in added}) < len(added):
        return None
    safety = Safety.SAFE if all(part.offer.safety is Safety.SAFE for part in each) else Safety.UNSAFE
    reason = "; ".join(dict.fromkeys(part.offer.reason for part in each))
    return Proposal(FixOffer(Strategy.OWNER, safety, reason), (*added, *calls))


def _called(subject: Subject, bypass: Bypass, name: str) -> tuple[Replace, ...] | None:
    """The call of the accessor: what it looks up itself is given as it was before that."""
    func = _redirected(subject, bypass, name)
    call = bypass.call
    if call is None or func is None or len(call.args) > len(bypass.mapped):
        return None
    edits: list[Replace] = []
    for arg, (parameter, mapping) in zip(call.args, bypass.mapped, strict=False):
        if mapping is None and arg.name in {None, parameter}:
            continue
        edit = _unmapped(subject, bypass, arg, mapping) if mapping is not None and arg.name is None else None
        if edit is None:
            return None
        edits.append(edit)
    return (*edits, func)


def _unmapped(subject: Subject, bypass: Bypass, arg: r.Arg, mapping: str) -> Replace | None:
    """An argument that is looked up in the pool's mapping, or a variable for that, as what is looked up."""
    value, at = arg.value, getattr(arg.value, "at", None)
    if isinstance(value, r.Name):
        value = only_value(walk_all(subject.record.body), value.id) or value
    if not isinstance(value, r.Sub) or not isinstance(value.value, r.Attr) or value.value.name != mapping:
        return None
    text = expression(value.index)
    own = same(value.value.value, bypass.pool) and is_plain(value.index) and not arg.stars
    kept = isinstance(arg.value, r.Sub) or not _changes_between(subject.record, value)
    return Replace(subject.where, at, text) if own and kept and text is not None and isinstance(at, int) else None


def _changes_between(record: r.Function, value: r.Sub) -> bool:
    """Whether what was looked up may be something else by the time that the result is used."""
    return bound_behind(record, value.at, names_in(value.index))


def _redirected(subject: Subject, bypass: Bypass, name: str) -> Replace | None:
    func = bypass.call.func if bypass.call is not None else None
    if not isinstance(func, r.Attr):
        return None
    pool = _name_of(subject.record, bypass.pool, func.at) or expression(bypass.pool)
    return Replace(subject.where, func.at, f"{pool}.{name}") if pool is not None else None


def _name_of(record: r.Function, pool: r.Expr, at: int) -> str | None:
    """The variable by which a call names the pool, if it does: it keeps that, which may have no other use."""
    func = next((n for n in walk_all(record.body) if isinstance(n, r.Attr) and n.at == at), None)
    name = func.value.id if func is not None and isinstance(func.value, r.Name) else None
    value = only_value(walk_all(record.body), name) if name is not None else None
    return name if value is not None and same(value, pool) else None


def _with_new_method(subject: Subject, bypass: Bypass, form: Form) -> Proposal | None:
    method, home, layers = bypass.method, bypass.home, bypass.layers
    if method is None or home is None or layers is None:
        return None
    name = f"{bypass.inner.removesuffix('_pool')}_{method.name}"
    head = signature(method, typed=bypass.typed)
    arguments = ", ".join(param.name for param in method.params[1:])
    gate = form.filled(r.Call(r.Name("max", -1), (r.Arg(layers, None, 0),), -1))
    edit = _redirected(subject, bypass, name)
    if name in bypass.taken or head is None or gate is None or edit is None:
        return None
    lines = (
        Line(0, f"def {name}(self, {head}):" if head else f"def {name}(self):"),
        *(Line(line.depth + 1, line.text) for line in gate),
        Line(1, f"{'return ' if returns(method) else ''}self.{bypass.inner}.{method.name}({arguments})"),
    )
    reason = (
        f"{subject.symbol} goes past {bypass.home_class}, which gets a method {name} that delegates once the last "
        f"layer of that pool is there; it waits as {form.symbol} does"
    )
    return Proposal(FixOffer(Strategy.OWNER, Safety.UNSAFE, reason), (AddMethod(home, lines), edit))
