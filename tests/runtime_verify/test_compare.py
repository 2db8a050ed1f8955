from __future__ import annotations

import msgspec
import pytest

from gatecheck.runtime_verify.compare import STORE_TARGET, UNSURE, compare, without_store_targets
from gatecheck.runtime_verify.records import (
    Agreement,
    ComparedAccessor,
    Fault,
    FaultReport,
    PoolReport,
    Skipped,
    StaticFinding,
    Verdict,
)
from tests.runtime_verify.samples import accessor, pool

ORDERED, UNORDERED, OPEN = Verdict.ORDERED, Verdict.UNORDERED, Verdict.INCONCLUSIVE


def finding(
    symbol: str, roots: tuple[str, ...] = ("Pool",), confidence: str = "high", rule: str = "GC001"
) -> StaticFinding:
    return StaticFinding(rule, symbol, roots, confidence)


def only(*findings: StaticFinding, verdict: Verdict, reads: tuple[str, ...] = ("kernel k",)) -> ComparedAccessor:
    (row,) = compare([pool(accessor("get", verdict, reads))], findings).rows
    return row


@pytest.mark.parametrize(
    ("verdict", "findings", "agreement"),
    [
        (ORDERED, (), Agreement.AGREE),
        (UNORDERED, (finding("Pool.get"),), Agreement.AGREE),
        (UNORDERED, (), Agreement.DISAGREE),
        (ORDERED, (finding("Pool.get"),), Agreement.DISAGREE),
        (ORDERED, (finding("Pool.get", confidence="low"),), Agreement.OPEN),
        (UNORDERED, (finding("Pool.get", confidence="low"),), Agreement.AGREE),
        (OPEN, (finding("Pool.get"),), Agreement.OPEN),
        (UNORDERED, (finding("Pool.get", roots=("Another",)),), Agreement.DISAGREE),
        (UNORDERED, (finding("Pool.get", rule="GC010"),), Agreement.DISAGREE),
        (ORDERED, (finding("Pool.get", rule="GC012"),), Agreement.AGREE),
    ],
)
def test_each_pair_of_answers(verdict: Verdict, findings: tuple[StaticFinding, ...], agreement: Agreement) -> None:
    assert only(*findings, verdict=verdict).agreement is agreement


def test_an_accessor_is_explained_by_a_finding_on_one_that_it_runs() -> None:
    reports = [accessor("outer", UNORDERED, through=("Pool.inner",)), accessor("inner", UNORDERED)]
    comparison = compare([pool(*reports)], [finding("Pool.inner")])
    assert not comparison.disagreements


def beside(*findings: StaticFinding, reads: tuple[str, ...]) -> PoolReport:
    pools = [pool(accessor("get", UNORDERED, reads), accessor("other"))]
    (report,) = without_store_targets(pools, compare(pools, findings))
    return report


def test_a_buffer_that_callers_only_store_into_is_no_reader() -> None:
    row = only(verdict=UNORDERED, reads=("returned",))
    assert (row.agreement, row.reason) == (Agreement.AGREE, STORE_TARGET)
    report = beside(reads=("returned",))
    assert [one.symbol for one in report.accessors] == ["Pool.other"]
    assert report.skipped == (Skipped("Pool.get", STORE_TARGET),)


def test_a_buffer_whose_callers_are_unclear_is_no_reader_and_stays_open() -> None:
    latent = finding("Pool.get", confidence="low")
    assert only(latent, verdict=UNORDERED, reads=("returned",)).agreement is Agreement.OPEN
    assert beside(latent, reads=("returned",)).skipped == (Skipped("Pool.get", UNSURE),)


@pytest.mark.parametrize(
    ("findings", "reads"),
    [((finding("Pool.get"),), ("returned",)), ((), ("kernel k",)), ((), ("returned", "kernel k"))],
)
def test_a_buffer_that_is_read_stays_unordered(findings: tuple[StaticFinding, ...], reads: tuple[str, ...]) -> None:
    report = beside(*findings, reads=reads)
    assert [one.verdict for one in report.accessors] == [UNORDERED, ORDERED]
    assert report.skipped == ()


def test_the_worst_variant_of_a_root_counts() -> None:
    pools = [pool(accessor("get", ORDERED)), pool(accessor("get", UNORDERED, ("kernel k",)))]
    (row,) = compare(pools, []).rows
    assert row.dynamic is UNORDERED


def test_verdicts_of_an_untrusted_pool_are_not_compared() -> None:
    broken = pool(accessor("get", UNORDERED), faults=(FaultReport(Fault.GATE_REMOVED, 2, ("Pool.get layer 0",)),))
    assert compare([broken], [finding("Pool.get")]).rows == ()


def test_findings_that_nothing_was_proved_on_are_listed() -> None:
    comparison = compare([pool(accessor("get"))], [finding("Pool.other", roots=("Pool", "Heir"))])
    assert {entry.name for entry in comparison.unseen} == {"GC001 Pool.other"}
    reasons = {entry.reason for entry in comparison.unseen}
    assert reasons == {"Pool: it takes no layer, so it was not probed", "Heir was not built"}


def test_a_finding_on_an_accessor_that_read_nothing_is_listed_with_that_reason() -> None:
    report = msgspec.structs.replace(pool(accessor("get")), skipped=(Skipped("Pool.other", "no loaded byte was read"),))
    (entry,) = compare([report], [finding("Pool.other")]).unseen
    assert entry.reason == "Pool: no loaded byte was read"
