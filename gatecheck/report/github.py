"""Workflow commands: one annotation a finding, on the line of the pull request that it is about."""

from __future__ import annotations

from gatecheck.findings import Failure, Finding, Report, Safety, Severity
from gatecheck.report.escape import one_line
from gatecheck.report.view import WHOLE, at_top, shown

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})


def render(report: Report, prefix: str) -> str:
    """Return the commands; ``prefix`` leads from the top level of the repository to the report's root."""
    commands = [_finding(finding, prefix) for finding in shown(report)]
    commands += [_failure(failure, prefix) for failure in report.failed]
    return "".join(f"{command}\n" for command in commands)


def _finding(finding: Finding, prefix: str) -> str:
    place = finding.place
    properties = [
        f"file={_property(at_top(prefix, place.file))}",
        f"line={place.line}",
        f"endLine={place.end_line}",
        f"title={_property(f'{finding.rule} {finding.name} in {finding.symbol}')}",
    ]
    if place.line == place.end_line:
        # GitHub refuses columns of a span over several lines.
        properties[3:3] = [f"col={place.column}", f"endColumn={place.end_column}"]
    return f"::{_COMMAND[finding.severity]} {','.join(properties)}::{'%0A'.join(map(_data, _message(finding)))}"


def _failure(failure: Failure, prefix: str) -> str:
    if failure.file == WHOLE:
        return f"::error title=gatecheck failed::{_data(failure.reason)}"
    file = _property(at_top(prefix, failure.file))
    return f"::error file={file},title=gatecheck could not check this file::{_data(failure.reason)}"


def _message(finding: Finding) -> list[str]:
    lines = [finding.message]
    if len(finding.trace) > 1:
        lines.append(
            "Way to the read: " + " → ".join(f"{step.symbol} (line {step.place.line})" for step in finding.trace)
        )
    if finding.sibling is not None:
        step = finding.sibling
        lines.append(f"Does it right: {step.symbol} in {step.place.file}, line {step.place.line}.")
    lines.append(advice(finding))
    return lines


def advice(finding: Finding) -> str:
    """Return what to do about the finding, in one sentence."""
    explain = f"`gatecheck explain {finding.rule}` says more."
    if finding.fix.safety is Safety.NONE:
        return explain
    option = "--fix" if finding.fix.safety is Safety.SAFE else "--unsafe-fixes"
    return f"`gatecheck {option}` repairs it ({finding.fix.reason}). {explain}"


def _property(text: str) -> str:
    return one_line(text).translate(_PROPERTY)


def _data(text: str) -> str:
    return one_line(text).translate(_DATA)
