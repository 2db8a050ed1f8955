"""Accessor against root: which reads are ordered in which pool, and which are not."""

from __future__ import annotations

from enum import Enum

import msgspec

from gatecheck.findings import Finding, Report, State
from gatecheck.report.escape import one_line

_DEAD = frozenset({"GC002", "GC008", "GC009", "GC010"})
_UNGATED = frozenset({"GC001", "GC006", "GC007"})
_SKEWED = frozenset({"GC003", "GC004", "GC005", "GC013"})


class Verdict(str, Enum):
    """What holds for an accessor in one root; UNKNOWN means that nothing was found and nothing was proved."""

    GATED = "gated"
    DEAD = "dead"
    UNGATED = "ungated"
    SKEWED = "partly"
    UNKNOWN = ""


class Access(msgspec.Struct, frozen=True):
    """An accessor of a root, as the walk saw it."""

    symbol: str
    root: str
    verdict: Verdict


class Row(msgspec.Struct, frozen=True):
    """One accessor: a verdict for each root, in the order of the columns."""

    symbol: str
    cells: tuple[Verdict, ...]


class Matrix(msgspec.Struct, frozen=True):
    """Rows are accessors, columns are roots; both sorted."""

    roots: tuple[str, ...]
    rows: tuple[Row, ...]


def matrix(report: Report, accesses: tuple[Access, ...]) -> Matrix:
    """Return the matrix of the pools that have a new finding; what the walk proved fills the cells without one."""
    found = {
        (one_line(finding.symbol), one_line(root)): verdict(finding)
        for finding in report.findings
        if finding.state is State.NEW
        for root in finding.roots
    }
    roots = tuple(sorted({root for _, root in found}))
    seen = {(one_line(access.symbol), access.root): access.verdict for access in accesses if access.root in roots}
    cells = seen | found
    symbols = sorted({symbol for symbol, _ in cells})
    rows = [Row(symbol, tuple(cells.get((symbol, root), Verdict.UNKNOWN) for root in roots)) for symbol in symbols]
    return Matrix(roots, tuple(rows))


def verdict(finding: Finding) -> Verdict:
    """Return what a finding says about its accessor."""
    if finding.rule in _DEAD:
        return Verdict.DEAD
    if finding.rule in _UNGATED:
        return Verdict.UNGATED
    return Verdict.SKEWED if finding.rule in _SKEWED else Verdict.UNKNOWN
