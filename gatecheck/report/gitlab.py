"""GitLab's code quality report."""

from __future__ import annotations

import msgspec

from gatecheck.findings import Confidence, Finding, Report, Severity
from gatecheck.fingerprint import fingerprint
from gatecheck.report.escape import one_line
from gatecheck.report.view import at_top, sentence, shown


class _Lines(msgspec.Struct, frozen=True):
    begin: int
    end: int


class _Location(msgspec.Struct, frozen=True):
    path: str
    lines: _Lines


class _Issue(msgspec.Struct, frozen=True):
    description: str
    check_name: str
    fingerprint: str
    severity: str
    location: _Location


def render(report: Report, prefix: str) -> str:
    """Return the issues; ``prefix`` leads from the top level of the repository to the report's root."""
    issues = [_issue(finding, prefix) for finding in shown(report)]
    for failure in report.failed:
        location = _Location(at_top(prefix, failure.file), _Lines(1, 1))
        name = fingerprint("failure", failure.file, "<module>")
        issues.append(_Issue(one_line(failure.reason), "gatecheck: not checked", name, "blocker", location))
    return msgspec.json.format(msgspec.json.encode(issues), indent=2).decode() + "\n"


def _issue(finding: Finding, prefix: str) -> _Issue:
    place = finding.place
    return _Issue(
        description=one_line(sentence(finding)),
        check_name=f"{finding.rule} {finding.name}",
        fingerprint=finding.fingerprint,
        severity=_severity(finding),
        location=_Location(at_top(prefix, place.file), _Lines(place.line, place.end_line)),
    )


def _severity(finding: Finding) -> str:
    if finding.severity is Severity.ERROR:
        return "critical" if finding.confidence is Confidence.HIGH else "major"
    return "minor" if finding.severity is Severity.WARNING else "info"
