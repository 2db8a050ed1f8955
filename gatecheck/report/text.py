"""The report for people at a terminal: each finding with its code, the way to the read, and who does it right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Confidence, Finding, Place, Report, Severity, State, Step
from gatecheck.report.escape import one_line
from gatecheck.report.frame import frame
from gatecheck.report.ink import Ink, printed
from gatecheck.report.view import at_least, count, plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.report.view import Lines

_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}


class Options(msgspec.Struct, frozen=True):
    """How the text is to look. ``verbose`` adds limits; ``notes`` say what was left out; colour is up to the caller."""

    color: bool = False
    verbose: bool = False
    statistics: bool = False
    timings: bool = False
    min_confidence: Confidence = Confidence.MEDIUM
    notes: tuple[str, ...] = ()


def render(report: Report, lines: Lines, options: Options) -> str:
    """Return the whole report; without colour it holds no escape sequence, whatever the scanned files hold."""
    return printed(_parts(report, lines, options), color=options.color)


def _parts(report: Report, lines: Lines, options: Options) -> list[Ink]:
    findings = at_least(shown(report), options.min_confidence)
    parts = [_finding(finding, lines) for finding in findings]
    parts.append(_sentences("failed", "bold red", [f"{failure.file}: {failure.reason}" for failure in report.failed]))
    if options.verbose:
        limits = [f"{limit.file}:{limit.line}: {limit.symbol}: {limit.reason}" for limit in report.limits]
        parts.append(_sentences("limit", "bold cyan", limits))
    parts.append(_sentences("note", "bold cyan", options.notes))
    if options.statistics:
        parts.append(_statistics(findings))
    if options.timings:
        parts.append(Ink("".join(f"{seconds:8.3f} s  {one_line(name)}\n" for name, seconds in report.timings)))
    return [*(part for part in parts if part), _summary(report, findings)]


def _finding(finding: Finding, lines: Lines) -> Ink:
    text = Ink()
    text.append(f"{finding.severity.value}[{finding.rule}]", _STYLE[finding.severity])
    text.append(f" {finding.name}: ", "bold")
    text.append(f"{one_line(finding.message)}\n")
    text.append("  --> ", "blue")
    text.append(f"{_where(finding.place)} in {one_line(finding.symbol)}\n")
    text.extend(frame(finding.place, lines(finding.place.file), _STYLE[finding.severity]))
    for label, value in _facts(finding):
        text.append(f"   = {label}: ", "blue")
        text.append(f"{one_line(value)}\n")
    text.extend(_trace(finding.trace))
    return text


def _facts(finding: Finding) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = []
    if finding.buffer is not None and finding.managed_because is not None:
        because = finding.managed_because
        facts.append(("buffer", f"{finding.buffer} is managed ({because.kind.value}): {because.detail}"))
    elif finding.buffer is not None:
        facts.append(("buffer", finding.buffer))
    if finding.roots:
        facts.append(("pools", ", ".join(finding.roots)))
    if finding.confidence is not Confidence.HIGH:
        facts.append(("confidence", finding.confidence.value))
    if finding.sibling is not None:
        facts.append(("does it right", _step(finding.sibling)))
    if finding.fix.strategy is not None:
        option = "--fix" if finding.fix.safety.value == "safe" else "--unsafe-fixes"
        facts.append(("fix", f"{finding.fix.strategy.value}, {option}: {finding.fix.reason}"))
    return facts


def _trace(steps: tuple[Step, ...]) -> Ink:
    text = Ink()
    if steps:
        text.append("   = way to the read:\n", "blue")
    for number, step in enumerate(steps, start=1):
        text.append(f"     {number}. {one_line(_step(step))}\n")
    return text


def _step(step: Step) -> str:
    note = f" ({step.note})" if step.note else ""
    return f"{step.place.file}:{step.place.line} {step.symbol}{note}"


def _where(place: Place) -> str:
    return f"{one_line(place.file)}:{place.line}:{place.column}"


def _sentences(label: str, style: str, sentences: Iterable[str]) -> Ink:
    text = Ink()
    for sentence in sentences:
        text.append(label, style)
        text.append(f" {one_line(sentence)}\n")
    return text


def _statistics(findings: tuple[Finding, ...]) -> Ink:
    names = sorted({(finding.rule, finding.name) for finding in findings})
    rows = [f"{sum(finding.rule == rule for finding in findings):6}  {rule}  {name}" for rule, name in names]
    return Ink("".join(f"{row}\n" for row in rows))


def _summary(report: Report, findings: tuple[Finding, ...]) -> Ink:
    if report.files == 0 and not report.failed:
        return Ink(f"No Python file in {one_line(report.root)}: nothing to check.")
    rest = [
        (count(report.findings, State.SUPPRESSED), "suppressed"),
        (count(report.findings, State.BASELINED), "in the baseline"),
        (len(shown(report)) - len(findings), "of lower confidence"),
    ]
    beside = "".join(f", {number} {what}" for number, what in rest if number)
    failed = f", {len(report.failed)} not checked" if report.failed else ""
    scanned = f"{plural(report.files, 'file')} in {report.seconds:.1f} s{beside}{failed}"
    if findings:
        return _verdict(f"Found {plural(len(findings), 'finding')}", "bold red", f" in {scanned}.")
    if not report.protocol:
        return Ink(f"Nothing to check: no file waits for a layer's load; {scanned}.")
    return _verdict("No findings", "bold yellow" if report.failed else "bold green", f": {scanned}.")


def _verdict(verdict: str, style: str, rest: str) -> Ink:
    ink = Ink(verdict, style)
    ink.append(rest)
    return ink
