"""Real releases: they run to the end, each finding on them is judged, and the history of the waits is seen."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from gatecheck import releases
from gatecheck.run import default_cache
from tests.corpus import history, judged
from tests.corpus.judged import Difference, Judgement, Verdict, difference
from tests.corpus.releases import RELEASES, Run, scan
from tests.engine import Checked, Found, check

QUICK = ("0.5.8", "0.5.10.post1", "0.5.12", "0.5.16")
"""Judged releases that every run of the tests checks: before, with and after the first known race, and a large one."""


def found(symbol: str, confidence: str = "high") -> Found:
    return Found("GC001", "pool.py", 3, symbol, confidence, "new", "said")


def ran(*findings: Found) -> Run:
    return Run("1", 0.0, Checked(1, findings, (), ()))


def judgement(symbol: str, verdict: Verdict, *, low: bool = False) -> Judgement:
    told = "a, then b" if verdict is Verdict.TRUE else ""
    return Judgement("GC001", "pool.py", symbol, verdict, "why", told, low)


def test_nothing_differs_where_everything_is_judged() -> None:
    known = (judgement("A.a", Verdict.TRUE), judgement("A.b", Verdict.LATENT), judgement("A.c", Verdict.FALSE))
    seen = difference(ran(found("A.a"), found("A.b")), known)
    assert (seen, seen.fails) == (Difference((), (), (), (), ("GC001 pool.py A.c",)), False)


@pytest.mark.parametrize(
    ("run", "known", "name"),
    [
        (ran(found("A.a")), (), "unjudged"),
        (ran(found("A.a", "low")), (), "unjudged"),
        (ran(found("A.a")), (judgement("A.a", Verdict.FALSE),), "false"),
        (ran(found("A.a", "low")), (judgement("A.a", Verdict.TRUE),), "lost"),
        (ran(), (judgement("A.a", Verdict.TRUE, low=True),), "lost"),
        (ran(found("A.a")), (judgement("A.a", Verdict.LATENT, low=True),), "risen"),
    ],
)
def test_a_difference_fails(run: Run, known: tuple[Judgement, ...], name: str) -> None:
    seen = difference(run, known)
    assert seen.fails
    assert len(getattr(seen, name)) == 1


def test_a_latent_finding_may_go() -> None:
    seen = difference(ran(), (judgement("A.a", Verdict.LATENT),))
    assert (len(seen.gone), seen.fails) == (1, False)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_finding_of_low_confidence_may_be_what_it_is(verdict: Verdict) -> None:
    assert not difference(ran(found("A.a", "low")), (judgement("A.a", verdict, low=True),)).fails


def test_releases_stand_in_order() -> None:
    assert all(judged._order(one) < judged._order(other) for one, other in pairwise(RELEASES))
    assert set(judged.versions()) <= set(RELEASES)
    named = {version for entry in history.ENTRIES for version in (entry.bad, entry.fixed) if version}
    assert named <= set(RELEASES)


@pytest.mark.parametrize("version", judged.versions())
def test_judgements_can_be_read(version: str) -> None:
    keys = [each.key for each in judged.load(version)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "version", [v if v in QUICK else pytest.param(v, marks=pytest.mark.corpus) for v in judged.versions()]
)
def test_every_finding_is_judged(version: str) -> None:
    run = scan(version)
    assert run.trouble == ()
    seen = difference(run, judged.load(version))
    assert not seen.fails, "\n".join((*seen.unjudged, *seen.lost, *seen.false, *seen.risen))


@pytest.mark.parametrize(
    "version", [*QUICK, *(pytest.param(v, marks=pytest.mark.corpus) for v in ("0.5.20", "0.5.23"))]
)
def test_a_part_counts_nothing_that_the_whole_does_not_show(version: str) -> None:
    """Part of a tree says less than the whole: what orders a read elsewhere is no reason to tell of it there."""
    unpacked = releases.fetch(f"pypi:sglang=={version}", default_cache())
    assert isinstance(unpacked, str)
    part = check(Path(unpacked, "sglang", "srt", "mem_cache"))
    whole = {(each.rule, each.symbol) for each in scan(version).checked.findings}
    assert sorted(part.pairs - whole) == []


@pytest.mark.corpus
@pytest.mark.parametrize("entry", history.ENTRIES, ids=lambda entry: entry.id)
def test_the_history_is_seen(entry: history.Entry) -> None:
    result = history.outcome(entry)
    assert result.holds, history.line(result)


@pytest.mark.corpus
@pytest.mark.parametrize("version", RELEASES)
def test_a_release_runs_to_the_end(version: str) -> None:
    assert scan(version).trouble == ()
