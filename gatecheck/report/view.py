"""What renderers share: the choice of findings to show, and access to source lines."""

from __future__ import annotations

from collections.abc import Callable

from gatecheck.findings import Confidence, Finding, Report, State

Lines = Callable[[str], tuple[str, ...]]
"""Gives the lines of a file of the report, without their ends, or nothing where it cannot be read."""

WHOLE = "."
"""The file of a failure that concerns the whole run."""

_RANK = {Confidence.LOW: 0, Confidence.MEDIUM: 1, Confidence.HIGH: 2}


def at_least(findings: tuple[Finding, ...], confidence: Confidence) -> tuple[Finding, ...]:
    """Return the findings that are as sure as ``confidence`` or surer."""
    return tuple(finding for finding in findings if _RANK[finding.confidence] >= _RANK[confidence])


def shown(report: Report) -> tuple[Finding, ...]:
    """Return the new findings by file and line: what people are to act on."""
    new = (finding for finding in report.findings if finding.state is State.NEW)
    return tuple(sorted(new, key=lambda finding: (finding.place, finding.rule, finding.symbol)))


def count(findings: tuple[Finding, ...], state: State) -> int:
    """Return how many findings are in this state."""
    return sum(finding.state is state for finding in findings)


def plural(number: int, word: str) -> str:
    """Return ``1 file``, ``2 files``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def at_top(prefix: str, file: str) -> str:
    """Return the path from the top level of the repository, given the way from there to the report's root."""
    return f"{prefix}/{file}" if prefix else file


def sentence(finding: Finding) -> str:
    """Return the message, with the symbol in front of it where it does not begin with that anyway."""
    return finding.message if finding.message.startswith(finding.symbol) else f"{finding.symbol}: {finding.message}"
