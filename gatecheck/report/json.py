"""The JSON report, schema ``gatecheck/1``: everything that a run has seen, whatever its state or confidence."""

from __future__ import annotations

import msgspec

from gatecheck.findings import Failure, Finding, FixOffer, Limit, Managed, Repaired, Report, State, Step
from gatecheck.report.view import count

SCHEMA = "gatecheck/1"


class _Step(msgspec.Struct, frozen=True):
    file: str
    line: int
    symbol: str
    note: str


class _Finding(msgspec.Struct, frozen=True):
    rule: str
    name: str
    severity: str
    confidence: str
    state: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    symbol: str
    roots: tuple[str, ...]
    buffer: str | None
    managed_because: Managed | None
    message: str
    trace: tuple[_Step, ...]
    fix: FixOffer
    fingerprint: str


class _Summary(msgspec.Struct, frozen=True):
    files: int
    parsed: int
    cached: int
    findings: int
    suppressed: int
    seconds: float


class _Document(msgspec.Struct, frozen=True):
    schema: str
    version: str
    root: str
    findings: tuple[_Finding, ...]
    summary: _Summary
    failed: tuple[Failure, ...]
    limits: tuple[Limit, ...]
    fixed: tuple[Repaired, ...] | msgspec.UnsetType


def render(report: Report, version: str) -> str:
    """Return the report as one JSON document with a line end behind it."""
    document = _Document(
        schema=SCHEMA,
        version=version,
        root=report.root,
        findings=tuple(_finding(finding) for finding in report.findings),
        summary=_summary(report),
        failed=report.failed,
        limits=report.limits,
        fixed=report.fixed if report.fixed is not None else msgspec.UNSET,
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _summary(report: Report) -> _Summary:
    return _Summary(
        files=report.files,
        parsed=report.parsed,
        cached=report.cached,
        findings=count(report.findings, State.NEW),
        suppressed=count(report.findings, State.SUPPRESSED),
        seconds=round(report.seconds, 3),
    )


def _finding(finding: Finding) -> _Finding:
    place = finding.place
    return _Finding(
        rule=finding.rule,
        name=finding.name,
        severity=finding.severity.value,
        confidence=finding.confidence.value,
        state=finding.state.value,
        file=place.file,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
        symbol=finding.symbol,
        roots=finding.roots,
        buffer=finding.buffer,
        managed_because=finding.managed_because,
        message=finding.message,
        trace=tuple(_step(step) for step in finding.trace),
        fix=finding.fix,
        fingerprint=finding.fingerprint,
    )


def _step(step: Step) -> _Step:
    return _Step(step.place.file, step.place.line, step.symbol, step.note)
