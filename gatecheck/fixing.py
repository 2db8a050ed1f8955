"""Behind ``--fix``, ``--unsafe-fixes`` and ``--diff``: repair in memory, then write or show."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import msgspec

from gatecheck import check, sources
from gatecheck.findings import FixOffer, Repaired, Report, Safety, State
from gatecheck.fixes import apply, write

if TYPE_CHECKING:
    from gatecheck.findings import Finding
    from gatecheck.sources import SourceFile


class Mode(msgspec.Struct, frozen=True):
    """What was asked for: which fixes, and whether they are written."""

    safeties: frozenset[Safety]
    writes: bool


class Fixed(msgspec.Struct, frozen=True):
    """The report as it holds after the fixes, the changes as a unified diff, and a sentence for each repair."""

    report: Report
    diff: str
    sentences: tuple[str, ...]


def mode(*, unsafe_fixes: bool, diff: bool) -> Mode:
    """Settle the options: safe fixes always belong to it, the others where they are asked for."""
    unsafe = frozenset({Safety.UNSAFE}) if unsafe_fixes else frozenset()
    return Mode(unsafe | {Safety.SAFE}, writes=not diff)


class Fixer:
    """One run that repairs: it keeps what the first look at the tree has read."""

    def __init__(self, how: Mode) -> None:
        self._how = how
        self._request: check.Request | None = None
        self._first: check.Examined | None = None

    def look(self, request: check.Request) -> Report:
        """Check the tree as ever."""
        self._request = request
        self._first = check.examine(request)
        return self._first.report

    def repair(self, marked: Report) -> Fixed:
        """Repair what is new in the report; ``marked`` is the first look after the comparison with what is known."""
        request, first = self._request, self._first
        if request is None or first is None:
            return Fixed(marked, "", ())
        obstacles = self._obstacles(request, first)
        wanted = apply.Wanted(self._how.safeties, _new(marked), obstacles)
        outcome = apply.repair(first, wanted, lambda before, changed: check.again(request, before, changed))
        kept = _kept(outcome, obstacles)
        if not self._how.writes:
            told = _told(outcome.repairs, "would repair")
            return Fixed(outcome.after.report, _diff(first, outcome), (*told, *kept))
        failed = _write(request, first, outcome)
        repairs = tuple(r for r in outcome.repairs if not failed.keys() & set(_touched(r)))
        stay = tuple(_stays(r.finding, failed[_touched(r)[0]]) for r in outcome.repairs if r not in repairs)
        report = _with(outcome.after.report, stay)
        fixed = tuple(_repaired(r) for r in repairs)
        report = msgspec.structs.replace(report, fixed=fixed)
        troubles = tuple(f"{path}: not repaired: {reason}" for path, reason in sorted(failed.items()))
        return Fixed(report, _diff(first, outcome), (*_told(repairs, "repaired"), *troubles, *kept))

    def _obstacles(self, request: check.Request, first: check.Examined) -> tuple[tuple[str, str], ...]:
        """The files that could not be written anyway, and why."""
        if not self._how.writes:
            return ()
        files = {f.path: f for f in request.tree.files}
        proposals = (proposal for plan in first.plans for proposal in plan.proposals)
        places = {edit.where.path for proposal in proposals for edit in proposal.edits}
        texts = first.texts.by_path
        found = ((path, _obstacle(request.tree, files[path], texts[path])) for path in sorted(places & files.keys()))
        return tuple((path, reason) for path, reason in found if reason is not None)


def _repaired(repair: apply.Repair) -> Repaired:
    finding = repair.finding
    return Repaired(finding.rule, finding.place.file, finding.symbol, repair.offer, apply.CHECKED)


def _obstacle(tree: sources.Tree, file: SourceFile, seen: str) -> str | None:
    if not sources.may_write(tree, file):
        return "the file belongs to an installed package, to the cache, or to no path that was given"
    return write.obstacle(file.absolute, seen)


def _new(report: Report) -> frozenset[str]:
    return frozenset(f.fingerprint for f in report.findings if f.state is State.NEW)


def _write(request: check.Request, first: check.Examined, outcome: apply.Outcome) -> dict[str, str]:
    """Write every changed file; the reasons of those that could not be, or that are no use without those.

    Files that were edited for one repair stay together: where one of them cannot be written, the others are as before.
    """
    absolute = {f.path: f.absolute for f in request.tree.files}
    old, new = first.texts.by_path, dict(outcome.texts)
    failed: dict[str, str] = {}
    written: list[str] = []
    for path in dict.fromkeys((*(p for r in outcome.repairs for p in _touched(r) if p in new), *new)):
        reason = write.write(absolute[path], old[path], new[path])
        if reason is None:
            written.append(path)
        else:
            failed[path] = reason
    for path, reason in _bound_up(outcome, failed).items():
        undone = write.write(absolute[path], new[path], old[path]) if path in written else None
        failed[path] = (
            f"{reason}; the file itself was changed and could not be restored: {undone}" if undone else reason
        )
    return failed


def _touched(repair: apply.Repair) -> tuple[str, ...]:
    return repair.files or (repair.finding.place.file,)


def _bound_up(outcome: apply.Outcome, failed: dict[str, str]) -> dict[str, str]:
    """The files that have a repair in common with one that could not be written, directly or through others."""
    bound: dict[str, str] = {}
    growing = bool(failed)
    while growing:
        gone = failed.keys() | bound.keys()
        groups = (_touched(r) for r in outcome.repairs if gone & set(_touched(r)))
        more = {path: next(p for p in group if p in gone) for group in groups for path in group if path not in gone}
        bound.update({path: f"it goes with {other}, which could not be repaired" for path, other in more.items()})
        growing = bool(more)
    return bound


def _stays(finding: Finding, reason: str) -> Finding:
    return msgspec.structs.replace(finding, fix=FixOffer(None, Safety.NONE, f"{apply.NOT_APPLIED}{reason}"))


def _with(report: Report, findings: tuple[Finding, ...]) -> Report:
    both = sorted((*report.findings, *findings), key=lambda f: (f.place, f.rule, f.symbol))
    return msgspec.structs.replace(report, findings=tuple(both))


def _told(repairs: tuple[apply.Repair, ...], verb: str) -> tuple[str, ...]:
    told = tuple(
        f"{verb} {r.finding.rule} in {r.finding.symbol} ({r.finding.place.file}): {r.offer.reason}" for r in repairs
    )
    return (*told, f"checked of each: {', '.join(apply.CHECKED)}") if told else ()


def _kept(outcome: apply.Outcome, obstacles: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Why something that a fix was offered for stays: one sentence for a file that cannot be written, else for each."""
    reasons = {refusal.fingerprint: refusal.reason.removeprefix(apply.NOT_APPLIED) for refusal in outcome.refusals}
    files = [f"{path}: not repaired: {reason}" for path, reason in obstacles if reason in reasons.values()]
    known = {reason for _, reason in obstacles}
    each = [
        f"not repaired: {f.rule} in {f.symbol} ({f.place.file}): {reason}"
        for f in outcome.after.report.findings
        if (reason := reasons.get(f.fingerprint)) is not None and reason not in known
    ]
    return (*files, *each)


def _diff(first: check.Examined, outcome: apply.Outcome) -> str:
    return "".join(_unified(path, first.texts.by_path[path], text) for path, text in outcome.texts)


def _unified(path: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
