"""Repairing findings: edit in memory, check again, keep what holds, and say of everything else why it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Finding, FixOffer, Safety, State
from gatecheck.fixes import codemod
from gatecheck.fixes.echo import is_echo
from gatecheck.fixes.edits import AddMethod, Proposal
from gatecheck.fixes.proof import damage, objection

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gatecheck.check import Examined

    Again = Callable[[Examined, Mapping[str, str]], Examined]


class Repair(msgspec.Struct, frozen=True):
    """A finding that is gone: what it was, what was done about it, and the files that were edited for it, in order.

    A file that gets a new method comes before those that call it.
    """

    finding: Finding
    offer: FixOffer
    files: tuple[str, ...] = ()
    proposal: Proposal | None = None


class Refusal(msgspec.Struct, frozen=True):
    """A finding that stays, although a fix was on offer, and why."""

    fingerprint: str
    reason: str


NOT_APPLIED = "not applied: "
"""How the reason begins of a finding that stays although a fix was on offer."""

CHECKED = (
    "the file parses",
    "every comment is there",
    "nothing but the fix's own tokens differs",
    "the finding is gone",
    "nothing new is found",
    "a second run changes nothing",
)
"""What has been checked of every repair by the time it is reported; where one fails there is no repair but a reason."""


class Outcome(msgspec.Struct, frozen=True):
    """What a fix comes to, before anything is written: ``after`` is the tree as it would then be."""

    after: Examined
    texts: tuple[tuple[str, str], ...]
    repairs: tuple[Repair, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class Wanted(msgspec.Struct, frozen=True):
    """Which findings are to be repaired: by how safe the fix is, and by fingerprint, where that is given.

    ``obstacles`` are files that cannot be written, each with the reason. ``hidden`` are places that come to light when
    what they are wrong through is repaired; they belong to it.
    """

    safeties: frozenset[Safety]
    named: frozenset[str] | None = None
    obstacles: tuple[tuple[str, str], ...] = ()
    hidden: frozenset[tuple[str, str]] = frozenset()

    def takes(self, finding: Finding) -> bool:
        """Whether this finding is to be repaired."""
        named = self.named is None or finding.fingerprint in self.named or _place(finding) in self.hidden
        return named and finding.state is State.NEW and finding.fix.safety in self.safeties


class _Try(msgspec.Struct, frozen=True):
    """One proposal for one finding."""

    finding: Finding
    proposal: Proposal


class _Proved(msgspec.Struct, frozen=True):
    """What a batch of tries came to."""

    after: Examined
    done: tuple[_Try, ...]
    failed: tuple[Refusal, ...]


def repair(first: Examined, wanted: Wanted, again: Again) -> Outcome:
    """Repair everything wanted, in memory. ``again`` is the analysis: it looks at a tree with some texts changed.

    It ends when no open finding has a way left that was not tried on the texts as they then are: a second run would
    change nothing.
    """
    wanted = msgspec.structs.replace(wanted, hidden=first.hidden)
    progress = _Progress(first, wanted)
    while batch := progress.next():
        progress.take(batch, _prove_possible(progress.now, batch, wanted, again))
    now, repairs = progress.now, progress.repairs
    repairs += _along(first, now, wanted, repairs)
    gone = {r.finding.fingerprint for r in repairs}
    texts = tuple((path, text) for path, text in sorted(now.texts.by_path.items()) if text != first.texts.by_path[path])
    kept = tuple(Refusal(name, reason) for name, reason in progress.refused.items() if name not in gone)
    return Outcome(_explained(now, kept), texts, tuple(repairs), kept)


class _Progress:
    """How far a repair is: the tree as it is now, what was tried on it, and what came of that."""

    def __init__(self, first: Examined, wanted: Wanted) -> None:
        self.now = first
        self.repairs: list[Repair] = []
        self.refused: dict[str, str] = {}
        self._wanted = wanted
        self._tried: dict[str, int] = {}
        # How much was repaired when something was first refused; another repair since then may have made it possible.
        self._refused_at: dict[str, int] = {}

    def next(self) -> list[_Try]:
        """The next batch; what was refused is tried once more where the tree has changed since."""
        batch = _next(self.now, self._wanted, self._tried)
        stale = [name for name, at in self._refused_at.items() if at < len(self.repairs)]
        if batch or not stale:
            return batch
        for name in stale:
            del self._tried[name], self._refused_at[name], self.refused[name]
        return _next(self.now, self._wanted, self._tried)

    def take(self, batch: list[_Try], proved: _Proved) -> None:
        """Note what a batch came to."""
        for one in batch:
            self._tried[one.finding.fingerprint] = self._tried.get(one.finding.fingerprint, 0) + 1
        self.now = proved.after
        self.repairs += [Repair(one.finding, one.proposal.offer, _files(one), one.proposal) for one in proved.done]
        for refusal in proved.failed:
            self.refused.setdefault(refusal.fingerprint, refusal.reason)
            self._refused_at.setdefault(refusal.fingerprint, len(self.repairs))


def _along(first: Examined, now: Examined, wanted: Wanted, repairs: list[Repair]) -> list[Repair]:
    """Findings that went with the repair of another one."""
    known = {f.fingerprint for f in now.report.findings} | {r.finding.fingerprint for r in repairs}
    gone = [f for f in first.report.findings if f.fingerprint not in known and wanted.takes(f)]
    others = ", ".join(dict.fromkeys(r.finding.symbol for r in repairs))
    return [Repair(f, FixOffer(f.fix.strategy, f.fix.safety, f"went with the repair of {others}")) for f in gone]


def _files(one: _Try) -> tuple[str, ...]:
    edits = sorted(one.proposal.edits, key=lambda edit: not isinstance(edit, AddMethod))
    return tuple(dict.fromkeys(edit.where.path for edit in edits))


def _next(now: Examined, wanted: Wanted, tried: Mapping[str, int]) -> list[_Try]:
    """One untried proposal for each open finding, no two in one definition.

    Unsafe ones wait until no safe one is left, and callers until what they call is repaired: that may be enough.
    """
    plans = {plan.fingerprint: plan for plan in now.plans}
    open_ = [
        _Try(finding, plan.proposals[count])
        for finding in now.report.findings
        if (plan := plans.get(finding.fingerprint)) is not None
        and wanted.takes(finding)
        and (count := tried.get(finding.fingerprint, 0)) < len(plan.proposals)
    ]
    safe = [one for one in open_ if one.proposal.offer.safety is Safety.SAFE]
    batch: list[_Try] = []
    taken: set[tuple[str, int]] = set()
    ready = safe or open_
    names = {_name(one) for one in ready}
    first = [one for one in ready if not (plans[one.finding.fingerprint].calls & names) - {_name(one)}]
    for one in first or ready:
        places = {(edit.where.path, edit.where.chunk) for edit in one.proposal.edits}
        if not places & taken:
            taken |= places
            batch.append(one)
    return batch


def _name(one: _Try) -> str:
    return one.finding.symbol.rpartition(".")[2]


def _prove_possible(now: Examined, batch: list[_Try], wanted: Wanted, again: Again) -> _Proved:
    """The same as :func:`_prove`, after what cannot be written or edited at all has been set aside."""
    obstacles = dict(wanted.obstacles)
    possible, failed = [], []
    for one in batch:
        blocked = next((obstacles[path] for path in _files(one) if path in obstacles), None)
        reason = blocked or _changed(now, [one])
        if isinstance(reason, str):
            failed.append(Refusal(one.finding.fingerprint, f"{NOT_APPLIED}{reason}"))
        else:
            possible.append(one)
    if not possible:
        return _Proved(now, (), tuple(failed))
    proved = _prove(now, possible, again)
    return _Proved(proved.after, proved.done, (*failed, *proved.failed))


def _prove(now: Examined, batch: list[_Try], again: Again) -> _Proved:
    """Apply a batch and check the tree again; where something is amiss, find out whose fault it is."""
    texts = _edited(now, batch)
    if isinstance(texts, str):
        return _halved(now, batch, again, texts)
    after = _seen(again, now, texts)
    if after is None:
        return _halved(now, batch, again, "the edited tree cannot be analysed")
    reason = _amiss(now, after, batch)
    if reason is None:
        return _Proved(after, tuple(batch), ())
    useless = [one for one in batch if _still_found(now, after, batch, one) is not None]
    if not useless or len(useless) == len(batch):
        return _halved(now, batch, again, reason)
    rest = _prove(now, [one for one in batch if one not in useless], again)
    failed = tuple(_refusal(one, _amiss(now, after, [one]) or reason) for one in useless)
    return _Proved(rest.after, rest.done, (*rest.failed, *failed))


def _halved(now: Examined, batch: list[_Try], again: Again, reason: str) -> _Proved:
    """Each half of a batch by itself; of a single one the reason is known."""
    if len(batch) == 1:
        return _Proved(now, (), (_refusal(batch[0], reason),))
    half = len(batch) // 2
    left = _prove(now, batch[:half], again)
    right = _prove(left.after, batch[half:], again)
    return _Proved(right.after, left.done + right.done, left.failed + right.failed)


def _refusal(one: _Try, reason: str) -> Refusal:
    return Refusal(one.finding.fingerprint, f"{NOT_APPLIED}{reason}")


def _seen(again: Again, now: Examined, texts: Mapping[str, str]) -> Examined | None:
    try:
        return again(now, texts)
    except Exception:  # noqa: BLE001 - whatever goes wrong with an edited text, the file stays as it was
        return None


def _edited(now: Examined, batch: list[_Try]) -> dict[str, str] | str:
    """The changed texts, checked as wholes; a sentence where they cannot be made."""
    texts = _changed(now, batch)
    if isinstance(texts, str):
        return texts
    broken = (damage(now.texts.by_path[path], text) for path, text in texts.items())
    return next((reason for reason in broken if reason is not None), None) or texts


def _changed(now: Examined, batch: list[_Try]) -> dict[str, str] | str:
    """The changed texts, each edit checked by itself; a sentence where one cannot be made."""
    whole = {f.path for f in now.facts if f.whole}
    texts: dict[str, str] = {}
    edits = [edit for one in batch for edit in one.proposal.edits]
    # From the end of each file to its start, so that a new definition moves none that is still to be edited.
    for edit in sorted(edits, key=lambda e: (e.where.path, -e.where.chunk)):
        path = edit.where.path
        old = texts.get(path, now.texts.by_path[path])
        new = codemod.apply(old, edit, whole=path in whole)
        if isinstance(new, codemod.Refused):
            return new.reason
        reason = objection(old, new, edit)
        if reason is not None:
            return reason
        texts[path] = new
    return texts


def _amiss(before: Examined, after: Examined, batch: list[_Try]) -> str | None:
    """What the analysis has against the edited tree."""
    if len(after.report.failed) > len(before.report.failed):
        return "the edited file could not be checked"
    old = {_place(f) for f in before.report.findings} | before.hidden
    for one in batch:
        left = _still_found(before, after, batch, one)
        if left is not None:
            return f"the analysis would still find {left.rule} in {left.symbol}"
        if _place(one.finding) in after.unsure - before.unsure:
            return f"the wait would not be known to be for the layer that {one.finding.symbol} reads"
    for finding in after.report.findings:
        # A finding that was there may change its rule: what it overrides waits now.
        if _place(finding) not in old and not is_echo(finding.confidence, finding.managed_because):
            return f"the analysis would then find {finding.rule} in {finding.symbol}"
    return None


def _still_found(before: Examined, after: Examined, batch: list[_Try], one: _Try) -> Finding | None:
    """What is found at the place of a repaired finding, other than what waits there for a repair of its own."""
    done = {each.finding.fingerprint for each in batch}
    waiting = {(_place(f), f.rule) for f in before.report.findings if f.fingerprint not in done}
    place = _place(one.finding)
    here = (f for f in after.report.findings if _place(f) == place)
    return next((f for f in here if (place, f.rule) not in waiting), None)


def _place(finding: Finding) -> tuple[str, str]:
    return finding.place.file, finding.symbol


def _explained(now: Examined, refusals: tuple[Refusal, ...]) -> Examined:
    """Findings that stay say why."""
    why = {refusal.fingerprint: refusal.reason for refusal in refusals}
    findings = tuple(
        msgspec.structs.replace(f, fix=FixOffer(None, Safety.NONE, why[f.fingerprint])) if f.fingerprint in why else f
        for f in now.report.findings
    )
    return msgspec.structs.replace(now, report=msgspec.structs.replace(now.report, findings=findings))


__all__ = ["CHECKED", "NOT_APPLIED", "Outcome", "Refusal", "Repair", "Wanted", "repair"]
