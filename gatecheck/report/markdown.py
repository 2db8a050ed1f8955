"""A summary in Markdown, for the page of a CI run."""

from __future__ import annotations

import re
from html import escape

from gatecheck.findings import Confidence, Finding, Report, State
from gatecheck.report.escape import one_line
from gatecheck.report.github import advice
from gatecheck.report.view import at_top, count, plural, shown

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")
_HEAD = "| rule | where | symbol | confidence |\n|---|---|---|---|\n"


def render(report: Report, prefix: str) -> str:
    """Return the summary; ``prefix`` leads from the top level of the repository to the report's root."""
    findings = shown(report)
    parts = [f"## gatecheck: {_headline(report, findings)}\n"]
    if findings:
        parts.append(_HEAD + "".join(_row(finding, prefix) for finding in findings))
        parts += [_details(finding) for finding in findings]
    if report.failed:
        failures = [f"- {_code(at_top(prefix, failure.file))}: {_text(failure.reason)}\n" for failure in report.failed]
        parts.append("### Not checked\n\n" + "".join(failures))
    return "\n".join([*parts, _footer(report)])


def _headline(report: Report, findings: tuple[Finding, ...]) -> str:
    if findings:
        return plural(len(findings), "finding")
    if report.failed:
        return "not everything could be checked"
    return "no findings" if report.protocol and report.files else "nothing to check"


def _row(finding: Finding, prefix: str) -> str:
    where = _code(f"{at_top(prefix, finding.place.file)}:{finding.place.line}")
    confidence = finding.confidence.value
    return f"| {finding.rule} {finding.name} | {where} | {_code(finding.symbol)} | {confidence} |\n"


def _details(finding: Finding) -> str:
    lines = [
        f"<details><summary>{finding.rule} in {escape(one_line(finding.symbol))}</summary>\n",
        f"{_text(finding.message)}\n",
    ]
    for number, step in enumerate(finding.trace, start=1):
        where = _code(f"{step.place.file}:{step.place.line}")
        lines.append(f"{number}. {_code(step.symbol)} {where} {_text(step.note)}")
    if finding.trace:
        lines.append("")
    if finding.confidence is not Confidence.LOW and finding.sibling is not None:
        step = finding.sibling
        lines.append(f"Does it right: {_code(step.symbol)} {_code(f'{step.place.file}:{step.place.line}')}\n")
    return "\n".join([*lines, f"{_advice(finding)}\n", "</details>\n"])


def _advice(finding: Finding) -> str:
    pieces = advice(finding).split("`")
    return "".join(_code(piece) if index % 2 else _text(piece) for index, piece in enumerate(pieces))


def _footer(report: Report) -> str:
    rest = [(State.SUPPRESSED, "suppressed"), (State.BASELINED, "known before")]
    numbers = [(count(report.findings, state), what) for state, what in rest]
    beside = "".join(f", {number} {what}" for number, what in numbers if number)
    return f"{plural(report.files, 'file')} in {report.seconds:.1f} s{beside}.\n"


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _code(text: str) -> str:
    """Return a code span that no text can leave, inside a table or outside of one."""
    return f"`{one_line(text).replace('`', chr(0x2CB)).replace('|', chr(0x2223))}`"
