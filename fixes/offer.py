"""Which strategy speaks for a finding: the first that has a way, in the order of how little it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Safety
from gatecheck.fixes import call_site, in_method, inject, owner, redirect
from gatecheck.fixes.edits import Plan
from gatecheck.fixes.idiom import own_calls
from gatecheck.fixes.settle import is_pure

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.fixes.edits import Proposal
    from gatecheck.fixes.layer import Layer
    from gatecheck.fixes.subject import Subject

_STRATEGIES: tuple[Callable[[Subject], tuple[Proposal, ...]], ...] = (
    in_method.propose,
    owner.propose,
    call_site.correct,
    redirect.propose,
    call_site.propose,
    inject.propose,
)
# Beside a second wait, a wrong one would still run off the table.
_BESIDE_NONE = (call_site.correct,)


def offer(subject: Subject) -> Plan:
    """Every way to repair one finding; the offer is that of the best one."""
    strategies = _BESIDE_NONE if subject.outside and _is_for_another(subject) else _STRATEGIES
    proposals = tuple(proposal for propose in strategies for proposal in propose(subject))
    best = proposals[0].offer if proposals else FixOffer(None, Safety.NONE, _why_none(subject))
    return Plan(subject.fingerprint, best, proposals, own_calls(subject.record))


def _is_for_another(subject: Subject) -> bool:
    """Whether a wait is for a layer that is not read at all."""
    return subject.rule == "GC005" and not subject.leaning


def _why_none(subject: Subject) -> str:
    if not subject.live and not subject.outside:
        return _why_not_there(subject)
    if subject.kept:
        return f"{subject.symbol} keeps its results, so a wait in it would be made once and never again"
    if subject.outside:
        return _why_not_outside(subject)
    if not subject.forms:
        return f"no method near {subject.symbol} shows how to wait"
    if subject.layer is None and subject.written is None:
        return f"{subject.symbol} has no name for the layer that it reads, or reads several at once"
    if not any(layer is not None and form.raw == layer.raw for form in subject.forms for layer in _layers(subject)):
        return f"no sibling shows how {subject.symbol} could wait for the layer that it reads"
    if subject.rule == "GC005":
        return _why_not_another_index(subject)
    if subject.written is not None and not is_pure(subject.written.expr):
        return f"the index that {subject.symbol} reads with may have an effect, and a wait for it would have it twice"
    return f"{subject.symbol} has no place where a wait for the layer that it reads would change nothing else"


def _why_not_outside(subject: Subject) -> str:
    if subject.bypass is not None and subject.bypass.foreign:
        return f"{subject.symbol} stands outside the pools, and has no name for the one whose counter it would wait on"
    if _is_for_another(subject):
        return _why_not_there(subject) if subject.wrong_wait is None else _why_not_another_index(subject)
    return f"{subject.symbol} stands outside the pools, and {_what_is_missing(subject)}"


def _what_is_missing(subject: Subject) -> str:
    """What is missing for a reader outside the pools: the pool, its method, the layer, or a place."""
    ways = (subject.bypass, *subject.beside)
    if subject.bypass is None:
        return "has no name for the one whose counter it would wait on"
    if subject.local:
        return "reads an inner pool by that pool's own index, which is no event's"
    if subject.layer is not None or subject.written is not None:
        return "no accessor with the same result is known, nor a place where a wait would change nothing else"
    if any(way is None or way.call is None or not way.inner for way in ways):
        return "has no name for the layer that it reads, or reads several at once"
    lacking = next((way for way in ways if way is not None and way.accessor is None and way.layers is None), None)
    if lacking is None or lacking.method is None:
        return "no accessor with the same result is known"
    return (
        f"{lacking.home_class} has no method that waits and calls {lacking.inner}.{lacking.method.name}; one that "
        f"waits for all layers of it could not be written, since {lacking.home_class} keeps no mapping of them"
    )


def _why_not_another_index(subject: Subject) -> str:
    if subject.leaning:
        return f"the wait of {subject.symbol} stands for another layer that it reads, too, which would lose it"
    return f"the wait of {subject.symbol} has an index that cannot be written for the layer that it reads"


def _why_not_there(subject: Subject) -> str:
    if subject.rule == "GC005":
        return f"the wait that {subject.symbol} comes to is made further in, by an index that is not the event's"
    return f"no counter is registered with the pool of {subject.symbol}, so nothing there could wait"


def _layers(subject: Subject) -> tuple[Layer | None, Layer | None]:
    return subject.layer, subject.written
