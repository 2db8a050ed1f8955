"""A proof as text for people: one line an accessor, and everything that was not proved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gatecheck.runtime_verify.records import (
    AccessorReport,
    Agreement,
    Comparison,
    PoolReport,
    ProofReport,
    StaleRate,
    Verdict,
)

STORING = re.compile(r"\bstores?\b")
MARKS = {Verdict.ORDERED: "ok", Verdict.UNORDERED: "UNORDERED", Verdict.INCONCLUSIVE: "?"}


def render_text(report: ProofReport) -> str:
    """The whole report, ending with a line break."""
    return "\n".join(lines(report)) + "\n"


def lines(report: ProofReport) -> Iterator[str]:
    """The report line by line."""
    yield f"gatecheck verify {report.level}: sglang {report.version or '(unknown version)'} in {report.tree}"
    if report.device:
        yield f"on {report.device}, {report.seconds:.0f} s"
    yield from trouble(report)
    for pool in report.pools:
        yield ""
        yield from pool_lines(pool)
    yield from rate_lines(report.rates)
    if report.comparison is not None:
        yield from comparison_lines(report.comparison)
    yield from listed("Not built, so not proved:", (f"{s.name}: {s.reason}" for s in report.unbuilt))
    if report.stood_in:
        yield ""
        yield f"Packages of which only the import was stood in for: {', '.join(report.stood_in)}"
    yield ""
    yield from summary(report)


def trouble(report: ProofReport) -> Iterator[str]:
    """Why there is no proof, if there is none."""
    if report.missing is not None:
        what = f"is broken here ({report.missing.broken})" if report.missing.broken else "is not installed"
        advice = f"; run: {report.missing.command}" if report.missing.command else ""
        yield f"error: the tree imports {report.missing.package}, which {what}{advice}"
    if report.failure:
        yield f"error: {report.failure}"
        yield from (f"  | {line}" for line in report.log.splitlines())


def pool_lines(pool: PoolReport) -> Iterator[str]:
    """One pool: whether the faults were seen, then its accessors, or nothing else if they were not."""
    yield f"{pool.pool}  ({pool.builder}; {pool.variant})"
    if not pool.trusted:
        seeded = any(fault.expected for fault in pool.faults)
        why = "this proof cannot be trusted here" if seeded else "no read came to its end, so no fault could be seeded"
        yield f"  no verdicts: {why}"
        for fault in pool.faults:
            if seeded and not fault.caught:
                yield f"    not seen: {fault.fault.value}: {', '.join(fault.missed) or 'no read to try it on'}"
        yield from (f"    out of order even after a full synchronisation: {name}" for name in pool.control_failures)
        yield from (f"    {accessor.symbol}: {reasons(accessor)}" for accessor in pool.accessors)
        return
    tried = [fault for fault in pool.faults if not fault.not_tried]
    yield f"  seeded faults seen: {', '.join(f'{one.fault.value} {one.expected}/{one.expected}' for one in tried)}"
    yield from (f"  not tried: {fault.fault.value}: {fault.not_tried}" for fault in pool.faults if fault.not_tried)
    width = max((len(accessor.symbol) for accessor in pool.accessors), default=0)
    for accessor in pool.accessors:
        yield f"  {accessor.symbol:<{width}}  {accessor_line(accessor)}"
    stores = [skipped.name for skipped in pool.skipped if STORING.search(skipped.reason)]
    if stores:
        yield f"  stores, not read: {', '.join(stores)}"
    yield from (f"  not an accessor here: {s.name}: {s.reason}" for s in pool.skipped if not STORING.search(s.reason))


def accessor_line(accessor: AccessorReport) -> str:
    """Verdict, layers, what was waited for and how it was read."""
    layers = ",".join(str(layer.layer) for layer in accessor.layers)
    waited = " ".join(f"{layer.layer}:{'+'.join(map(str, layer.waited)) or '-'}" for layer in accessor.layers)
    how = ", ".join(dict.fromkeys(read for layer in accessor.layers for read in layer.reads))
    refused = f"; refuses {','.join(map(str, accessor.refused))}" if accessor.refused else ""
    why = f"; {reasons(accessor)}" if reasons(accessor) else ""
    seen = f"layers {layers}; waited for {waited}; read by {how or 'nothing'}"
    return f"{MARKS[accessor.verdict]:<9}  {seen}{refused}{why}"


def reasons(accessor: AccessorReport) -> str:
    """Why layers are inconclusive, each reason once."""
    return "; ".join(dict.fromkeys(layer.reason for layer in accessor.layers if layer.reason))


def rate_lines(rates: Iterable[StaleRate]) -> Iterator[str]:
    """The stale rates, which illustrate and prove nothing."""
    rows = list(rates)
    if rows:
        yield ""
        yield "Stale reads under a delayed loader (an illustration: a quiet run would prove nothing):"
    for rate in rows:
        share = 100 * rate.stale / rate.reads if rate.reads else 0.0
        counted = f"{rate.stale}/{rate.reads} reads stale ({share:.1f} %), {rate.sessions}/{rate.readers} sessions"
        form = f" ({rate.variant})" if rate.variant else ""
        yield f"  {rate.pool}{form}.{rate.accessor}, {rate.case}: {counted}"


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """Where the linter and the proof disagree, and what only one of them saw."""
    yield ""
    if comparison.failure:
        yield f"No comparison with the linter: {comparison.failure}"
        return
    agreed = sum(row.agreement is Agreement.AGREE for row in comparison.rows)
    apart = len(comparison.disagreements)
    yield f"Against the linter: {agreed} of {len(comparison.rows)} accessors agree, {apart} disagree"
    for row in comparison.rows:
        said = ", ".join(row.static) or "silent"
        if row.agreement is Agreement.DISAGREE:
            yield f"  DISAGREE {row.pool}: {row.symbol}: proof {row.dynamic.value}, linter {said}"
        elif row.agreement is Agreement.OPEN:
            yield f"  open     {row.pool}: {row.symbol}: {row.reason}; linter {said}"
    yield from (f"  linter only: {skipped.name}: {skipped.reason}" for skipped in comparison.unseen)


def listed(title: str, items: Iterable[str]) -> Iterator[str]:
    """A titled list, or nothing."""
    rows = list(items)
    if rows:
        yield ""
        yield title
        yield from (f"  {row}" for row in rows)


def summary(report: ProofReport) -> Iterator[str]:
    """What was proved and what was not, in numbers."""
    counts = [f"{len(report.accessors(verdict))} {verdict.value}" for verdict in Verdict]
    yield f"{len(report.trusted_pools)} of {len(report.pools)} pools proved; accessors: {', '.join(counts)}"
    yield from (f"  unordered: {name}" for name in report.accessors(Verdict.UNORDERED))
