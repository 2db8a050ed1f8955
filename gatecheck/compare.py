"""A report held against what is known already: a revision, the last commit, a baseline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import baseline, since
from gatecheck.fingerprint import module_path
from gatecheck.plan import Refused
from gatecheck.report.view import WHOLE
from gatecheck.rules import registry

if TYPE_CHECKING:
    from gatecheck.findings import Report
    from gatecheck.plan import Options, Plan


class Compared(msgspec.Struct, frozen=True):
    """The report with what is known marked, what is to be said beside it, and whether a baseline entry is stale."""

    report: Report
    sentences: tuple[str, ...] = ()
    stale: bool = False


def compare(report: Report, plan: Plan, options: Options, check: since.Check) -> Compared | Refused:
    """Mark in a report what is known; ``check`` analyses another tree in the way of this run."""
    if options.update_baseline and (options.changed or options.since is not None):
        return Refused("--update-baseline needs the whole report: leave --since and --changed out")
    marked: Report | since.Impossible = report
    if options.since is not None:
        marked = since.against_revision(report, since.Scope(plan.where, plan.tree), options.since, check)
    if not isinstance(marked, since.Impossible) and options.changed:
        marked = since.in_changed_files(marked)
    if isinstance(marked, since.Impossible):
        return Refused(marked.message)
    if plan.settings.baseline is None:
        return Refused("--update-baseline needs --baseline FILE") if options.update_baseline else Compared(marked)
    if any(failure.file == WHOLE for failure in marked.failed):
        return Compared(marked)
    return _with_baseline(marked, Path(plan.settings.baseline), plan, options)


def _with_baseline(report: Report, path: Path, plan: Plan, options: Options) -> Compared | Refused:
    known = baseline.load(path)
    scan = _scan(report, plan, path)
    if options.update_baseline:
        known = baseline.updated(known if isinstance(known, baseline.Baseline) else None, report, scan)
        trouble = baseline.save(path, known)
        if trouble is not None:
            return Refused(trouble)
    if isinstance(known, baseline.Fault):
        return Refused(known.message)
    stale = () if options.changed or options.since else baseline.stale(known, report, scan)
    marked = baseline.mark(report, frozenset(entry.fingerprint for entry in known.findings))
    told = tuple(
        f"{entry.rule} in {entry.symbol} ({entry.file}) is in the baseline and no longer found; "
        "--update-baseline takes it out"
        for entry in stale
    )
    return Compared(marked, told, stale=bool(stale))


def _scan(report: Report, plan: Plan, path: Path) -> baseline.Scan:
    broken = {failure.file for failure in report.failed}
    modules = frozenset(module_path(file.path) for file in plan.tree.files if file.path not in broken)
    rules = registry.enabled(plan.settings.select, plan.settings.ignore)
    return baseline.Scan(modules, rules, str(path.parent))
