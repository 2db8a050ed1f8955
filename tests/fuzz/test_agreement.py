"""Generated programs: the analysis says of each accessor what executing every path of it says.

The reference is as ignorant as the analysis is meant to be: a test of a flag is answered anew in each method, since
conditions are told apart within one function only; a loop over an unknown range runs never, once or twice; a statement
under ``try`` may fail or not. Where several ways of one accessor are wrong in several ways, any of their rules may be
named; behind a loop or a `try`, where ways are joined, "never" and "not always" may stand for each other. A program
with too many paths is left out.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.compare import Answers
from tests.fuzz.expect import Judge
from tests.fuzz.grow import programs
from tests.fuzz.paths import Oracle, TooManyPathsError, every
from tests.fuzz.text import source
from tests.fuzz.tree import (
    Copied,
    Copying,
    Index,
    Keep,
    Layer,
    Leave,
    Loop,
    Method,
    PoolClass,
    Program,
    Statement,
    Var,
    Wait,
)
from tests.small_protocol import PROTOCOL

OWN = Layer("cols")
COPIED = Copied(OWN, Copying.CLONE)
KNOWN: tuple[tuple[tuple[Statement, ...], str], ...] = (
    ((Wait(Index.OWN), Leave(OWN)), ""),
    ((Leave(OWN),), "GC001"),
    ((Loop((Wait(Index.OWN),)), Leave(OWN)), "GC003"),
    ((Loop((Wait(Index.OWN),), times=2), Leave(OWN)), ""),
    ((Keep("x", COPIED), Wait(Index.OWN), Leave(Var("x"))), "GC004"),
    ((Keep("x", OWN), Wait(Index.OWN), Leave(Var("x"))), ""),
    ((Wait(Index.GLOBAL), Leave(OWN)), "GC005"),
)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Return the kit, read once."""
    folder: Path = tmp_path_factory.mktemp("kit")
    (folder / "kit.py").write_text(PROTOCOL, encoding="utf-8")
    (folder / "program.py").write_text("", encoding="utf-8")
    return Answers(str(folder))


@settings(max_examples=60, derandomize=True, suppress_health_check=[*HealthCheck])
@given(program=programs())
def test_the_analysis_agrees_with_the_execution_of_every_path(answers: Answers, program: Program) -> None:
    with suppress(TooManyPathsError):
        found = answers.disagreements(program)
        assert not found, f"{found}\n{source(program)}"


@pytest.mark.parametrize(("body", "rule"), KNOWN)
def test_both_say_what_is_known(answers: Answers, body: tuple[Statement, ...], rule: str) -> None:
    """Agreement is worth something only if neither is silent."""
    program = Program((PoolClass("FirstPool", "Pool", (Method("get_cols", body),)),))
    expected = [rule] if rule else []
    assert [each.rules[0] for each in Judge(program).expected()] == expected
    assert [*answers.analysis(program).values()] == [frozenset({each}) for each in expected]


def test_every_combination_of_answers_is_tried_once() -> None:
    def run(oracle: Oracle) -> tuple[int, ...]:
        first = oracle.choose(2)
        return (first, oracle.choose(3)) if first else (first,)

    assert list(every(run)) == [(0,), (1, 0), (1, 1), (1, 2)]


def test_programs_with_too_many_paths_are_not_followed_for_ever() -> None:
    with pytest.raises(TooManyPathsError):
        list(every(lambda oracle: [oracle.choose(2) for _ in range(12)]))
