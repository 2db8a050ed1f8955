"""``path:line: Class.method() GC001 message``, one line a finding, as SGLang's own check scripts print."""

from __future__ import annotations

from gatecheck.findings import Finding, Report
from gatecheck.report.escape import one_line
from gatecheck.report.view import shown


def render(report: Report) -> str:
    """Return one line for each new finding and each file that could not be checked."""
    lines = [_line(finding) for finding in shown(report)]
    lines += [f"{one_line(failure.file)}:1: {one_line(failure.reason)}" for failure in report.failed]
    return "".join(f"{line}\n" for line in lines)


def _line(finding: Finding) -> str:
    symbol = finding.symbol if finding.symbol.startswith("<") else f"{finding.symbol}()"
    text = f"{finding.place.file}:{finding.place.line}: {symbol} {finding.rule} {finding.name}: {finding.message}"
    return one_line(text)
