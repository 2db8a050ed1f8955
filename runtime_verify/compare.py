"""Static and dynamic answers side by side: a disagreement is a bug in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gatecheck.runtime_verify.records import (
    AccessorReport,
    Agreement,
    ComparedAccessor,
    Comparison,
    PoolReport,
    Skipped,
    StaticFinding,
    Verdict,
)

# The rules that say of an accessor itself that its read is not behind its layer's load.
ACCESSOR_RULES = frozenset({"GC001", "GC002", "GC003", "GC004", "GC005", "GC007", "GC013"})
LATENT = "low"
STORE_TARGET = "handed out without a wait for callers that store into it: the linter finds none that reads"
UNSURE = "handed out without a wait; the linter is not sure that a caller reads it"
NO_LAYER = "it takes no layer, so it was not probed"
NOT_SURE = "latent: the linter is not sure that this can happen"


def compare(pools: Sequence[PoolReport], findings: Sequence[StaticFinding]) -> Comparison:
    """One row for each accessor of each trusted root, and the findings on which nothing was proved."""
    relevant = [finding for finding in findings if finding.rule in ACCESSOR_RULES]
    trusted = [pool for pool in pools if pool.trusted]
    rows = tuple(rows_of(trusted, relevant))
    probed = {(row.pool, row.symbol) for row in rows}
    why: dict[tuple[str, str], dict[str, None]] = {}
    for pool in trusted:
        for entry in pool.skipped:
            why.setdefault((pool.pool, entry.name), {})[entry.reason] = None
    built = {pool.pool for pool in pools}
    unseen = [
        Skipped(f"{finding.rule} {finding.symbol}", why_unseen(root, finding.symbol, why, built))
        for finding in relevant
        for root in finding.roots
        if (root, finding.symbol) not in probed
    ]
    return Comparison(rows, tuple(sorted(set(unseen))))


def why_unseen(root: str, symbol: str, why: dict[tuple[str, str], dict[str, None]], built: set[str]) -> str:
    """Why nothing was proved about an accessor of a root that the linter has a finding on."""
    if root not in built:
        return f"{root} was not built"
    said = why.get((root, symbol), {NO_LAYER: None})
    return f"{root}: {'; '.join(said)}"


def without_store_targets(pools: Sequence[PoolReport], comparison: Comparison) -> tuple[PoolReport, ...]:
    """The pools with every accessor that only hands out a target of stores listed as such: it has no verdict."""
    targets = {(row.pool, row.symbol): row.reason for row in comparison.rows if row.reason in {STORE_TARGET, UNSURE}}
    return tuple(_without(pool, targets) for pool in pools)


def _without(pool: PoolReport, targets: dict[tuple[str, str], str]) -> PoolReport:
    moved = [one for one in pool.accessors if (pool.pool, one.symbol) in targets and one.only_handed_out]
    kept = tuple(one for one in pool.accessors if one not in moved)
    listed = [Skipped(one.symbol, targets[(pool.pool, one.symbol)]) for one in moved]
    return msgspec.structs.replace(pool, accessors=kept, skipped=(*pool.skipped, *listed))


def rows_of(pools: Sequence[PoolReport], findings: Sequence[StaticFinding]) -> Iterator[ComparedAccessor]:
    """The worst verdict of each accessor over all variants of a root, against what the linter says."""
    for root in dict.fromkeys(pool.pool for pool in pools):
        reports = [accessor for pool in pools if pool.pool == root for accessor in pool.accessors]
        said = [finding for finding in findings if root in finding.roots]
        for symbol in dict.fromkeys(report.symbol for report in reports):
            yield row(root, symbol, [report for report in reports if report.symbol == symbol], said)


def row(root: str, symbol: str, reports: Sequence[AccessorReport], said: Sequence[StaticFinding]) -> ComparedAccessor:
    """One accessor of one root. It is also explained by a finding on an accessor that ran inside it."""
    verdict = worst([report.verdict for report in reports])
    own = [finding for finding in said if finding.symbol == symbol]
    inner = {name for report in reports for name in report.through}
    through = [finding for finding in said if finding.symbol in inner]
    words = tuple(sorted({f"{f.rule} {f.symbol} ({f.confidence})" for f in (own or through)}))
    if verdict is Verdict.INCONCLUSIVE:
        return ComparedAccessor(root, symbol, verdict, words, Agreement.OPEN, "the proof is inconclusive")
    if verdict is Verdict.UNORDERED:
        handed_out = all(report.only_handed_out for report in reports if report.verdict is verdict)
        if handed_out and all(finding.confidence == LATENT for finding in own or through):
            known = own or through
            agreement = Agreement.OPEN if known else Agreement.AGREE
            return ComparedAccessor(root, symbol, verdict, words, agreement, UNSURE if known else STORE_TARGET)
        agreement = Agreement.AGREE if own or through else Agreement.DISAGREE
        return ComparedAccessor(root, symbol, verdict, words, agreement)
    if all(finding.confidence == LATENT for finding in own):
        agreement = Agreement.OPEN if own else Agreement.AGREE
        return ComparedAccessor(root, symbol, verdict, words, agreement, NOT_SURE if own else "")
    return ComparedAccessor(root, symbol, verdict, words, Agreement.DISAGREE)


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """Unordered before ordered before inconclusive: a variant that could not be read proves nothing either way."""
    for verdict in (Verdict.UNORDERED, Verdict.ORDERED):
        if verdict in verdicts:
            return verdict
    return Verdict.INCONCLUSIVE
