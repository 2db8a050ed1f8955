"""A server run as text: one row a server, and what the run does not prove."""

from __future__ import annotations

from collections.abc import Iterator

from gatecheck.runtime_verify.server_records import ServerReport, Sessions

QUIET = (
    "A run without wrong answers proves nothing: a missing wait shows only if the loader happens to be late. "
    "What is claimed is what was seen here."
)


def render_server(report: ServerReport) -> str:
    """The whole report, ending with a line break."""
    return "\n".join(lines(report)) + "\n"


def lines(report: ServerReport) -> Iterator[str]:
    """The report line by line."""
    shape = report.shape
    yield f"gatecheck verify server: {shape.sessions} sessions, {shape.rounds} follow-up rounds, {report.seconds:.0f} s"
    yield f"every answer is compared bit by bit with: {report.reference}"
    for run in report.runs:
        yield f"  {run.side.name}: {run.side.tree}{f' (log: {run.log_path})' if run.log_path else ''}"
    yield ""
    yield from table(report)
    for run in report.runs:
        if run.failure:
            yield ""
            yield f"error: {run.side.name}: {run.failure}"
            yield from (f"  | {line}" for line in run.log.splitlines())
    yield ""
    yield from conclusion(report)


def table(report: ServerReport) -> Iterator[str]:
    """One row a server."""
    head = ("server", "equal", "first token differs", "wrong", "timed out", "failed", "clean", "host hits")
    rows = [head, *(cells(row, report.shape.sessions) for row in report.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def cells(row: Sessions, sessions: int) -> tuple[str, ...]:
    """One row's cells: requests first, then sessions."""
    return (
        row.name,
        f"{row.equal}/{row.requests}",
        str(row.first_token_differs),
        f"{row.wrong}/{sessions}",
        f"{row.timed_out}/{sessions}",
        f"{row.failed}/{sessions}",
        f"{row.clean}/{sessions}",
        f"{row.host_hits}/{row.requests}",
    )


def conclusion(report: ServerReport) -> Iterator[str]:
    """What was seen, and no more."""
    for row in report.rows:
        if not row.host_hits:
            yield f"inconclusive: {row.name} had no host hits, so nothing was loaded"
        elif row.name in report.expected and (row.wrong or row.timed_out):
            yield f"{row.name}: {row.wrong} sessions with wrong answers, {row.timed_out} timed out"
        elif row.wrong:
            yield f"wrong outputs observed in {row.wrong} of {report.shape.sessions} sessions of: {row.name}"
    yield QUIET
