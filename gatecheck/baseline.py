"""The baseline: findings that are known and do not fail a run, and the entries that no longer hold."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from gatecheck.findings import Finding, Report, State
from gatecheck.fingerprint import module_path
from gatecheck.output import write_file

SCHEMA = "gatecheck-baseline/1"


class Entry(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """One known finding; ``file`` counts from the folder of the baseline, the rest is for people to read."""

    file: str
    symbol: str
    rule: str
    fingerprint: str


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All known findings, sorted."""

    schema: str
    findings: tuple[Entry, ...] = ()


class Scan(msgspec.Struct, frozen=True):
    """What a run has looked at: modules without a failure, the rules that reported, and where the baseline lies."""

    modules: frozenset[str]
    rules: frozenset[str]
    folder: str


class Fault(msgspec.Struct, frozen=True):
    """Why a baseline cannot be used, in one sentence."""

    message: str


def load(path: Path) -> Baseline | Fault:
    """Return what the file holds."""
    try:
        baseline = msgspec.json.decode(path.read_bytes(), type=Baseline)
    except OSError as error:
        return Fault(f"the baseline {path} cannot be read: {error.strerror} (--update-baseline writes it)")
    except msgspec.DecodeError as error:
        return Fault(f"the baseline {path} is not valid: {error}")
    if baseline.schema != SCHEMA:
        return Fault(f"the baseline {path} has the form {baseline.schema!r}; this version reads {SCHEMA!r}")
    return baseline


def mark(report: Report, fingerprints: frozenset[str]) -> Report:
    """Return the report with the new findings of these fingerprints marked as known."""
    findings = tuple(_marked(finding, fingerprints) for finding in report.findings)
    return msgspec.structs.replace(report, findings=findings)


def stale(baseline: Baseline, report: Report, scan: Scan) -> tuple[Entry, ...]:
    """Return the entries that this run should have found again and has not.

    An entry whose file was not scanned is stale only if that file is gone; one of a rule that did not run never is.
    """
    found = {finding.fingerprint for finding in report.findings if finding.state is not State.SUPPRESSED}
    lost = (entry for entry in baseline.findings if entry.fingerprint not in found and entry.rule in scan.rules)
    return tuple(entry for entry in lost if _was_looked_at(entry, scan))


def updated(previous: Baseline | None, report: Report, scan: Scan) -> Baseline:
    """Return the baseline that makes this run pass; what the run did not look at is kept."""
    kept = [entry for entry in (previous.findings if previous else ()) if not _is_current(entry, scan)]
    known = [_entry(finding, report.root, scan) for finding in report.findings if finding.state is not State.SUPPRESSED]
    return Baseline(SCHEMA, tuple(sorted({*kept, *known})))


def save(path: Path, baseline: Baseline) -> str | None:
    """Write the file as a whole; return why it could not be written, or None."""
    return write_file(path, msgspec.json.format(msgspec.json.encode(baseline), indent=2).decode() + "\n")


def _marked(finding: Finding, fingerprints: frozenset[str]) -> Finding:
    if finding.state is State.NEW and finding.fingerprint in fingerprints:
        return msgspec.structs.replace(finding, state=State.BASELINED)
    return finding


def _is_current(entry: Entry, scan: Scan) -> bool:
    return entry.rule in scan.rules and _was_looked_at(entry, scan)


def _was_looked_at(entry: Entry, scan: Scan) -> bool:
    return module_path(entry.file) in scan.modules or not Path(scan.folder, entry.file).exists()


def _entry(finding: Finding, root: str, scan: Scan) -> Entry:
    file = Path(os.path.relpath(Path(root, finding.place.file), scan.folder)).as_posix()
    return Entry(file, finding.symbol, finding.rule, finding.fingerprint)
