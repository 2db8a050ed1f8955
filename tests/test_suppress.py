"""Suppressing comments: what they silence, and when they are themselves the finding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatecheck.findings import Finding, Place, State
from gatecheck.suppress import Ignore, Malformed, Mark, apply, parse
from tests.records import POOL, comment, finding

KNOWN = frozenset({"GC001", "GC002", "GC007", "GC901", "GC902"})


def said(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [(found.rule, found.symbol, found.state.value) for found in findings]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("ignore[GC001] the caller waits", Ignore(("GC001",), "the caller waits")),
        ("ignore[gc001, GC007]: the caller waits", Ignore(("GC001", "GC007"), "the caller waits")),
        ("ignore[GC001]", Ignore(("GC001",), "")),
        ("ignore[GC001] --", Ignore(("GC001",), "")),
        ("ignore [GC001,] — since we wait", Ignore(("GC001",), "since we wait")),
        ("requires-gate the backend waits", Mark("requires-gate", "the backend waits")),
        ("store", Mark("store", "")),
    ],
)
def test_parse(text: str, meaning: Ignore | Mark) -> None:
    assert parse(text) == meaning


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("ignore the caller waits", "in brackets"),
        ("ignore[]", "names no rule"),
        ("ingore[GC001] x", "did you mean 'ignore'"),
        ("require-gate x", "did you mean 'requires-gate'"),
        ("requires-gates x", "did you mean 'requires-gate'"),
        ("", "nothing stands behind"),
        ("whatever", "the words are ignore, requires-gate, store"),
    ],
)
def test_malformed_says_why(text: str, part: str) -> None:
    meaning = parse(text)
    assert isinstance(meaning, Malformed)
    assert part in meaning.message


@given(st.text())
def test_parse_accepts_any_text(text: str) -> None:
    parse(text)


def test_explained_ignore_silences_and_keeps_its_reason() -> None:
    (only,) = apply((finding(),), (comment("ignore[GC001] loaded before the forward"),), KNOWN)
    assert (only.state, only.suppressed_because) == (State.SUPPRESSED, "loaded before the forward")


def test_unexplained_ignore_silences_and_is_told() -> None:
    assert said(apply((finding(),), (comment("ignore[GC001]"),), KNOWN)) == [
        ("GC001", "IndexedPool.get_index_k_continuous", "suppressed"),
        ("GC902", "IndexedPool.get_index_k_continuous", "new"),
    ]


def test_unused_ignore_is_told_once_and_its_missing_reason_is_not() -> None:
    assert [found.rule for found in apply((), (comment("ignore[GC001, GC002]"),), KNOWN)] == ["GC901"]


def test_each_idle_code_of_a_comment_is_told() -> None:
    silenced, idle = apply((finding(),), (comment("ignore[GC001,GC007] the caller waits"),), KNOWN)
    assert silenced.state is State.SUPPRESSED
    assert idle.rule == "GC901"
    assert "GC007" in idle.message
    assert "GC001" not in idle.message


def test_ignore_reaches_all_lines_of_its_statement_and_no_other() -> None:
    long = comment("ignore[GC001] x", line=10, first_line=7, last_line=10)
    assert apply((finding(),), (long,), KNOWN)[0].state is State.SUPPRESSED
    elsewhere = comment("ignore[GC001] x", line=9, first_line=9, last_line=9)
    assert said(apply((finding(),), (elsewhere,), KNOWN))[0][2] == "new"
    other_file = comment("ignore[GC001] x", file="other.py")
    assert said(apply((finding(),), (other_file,), KNOWN))[0][2] == "new"


def test_ignore_on_a_def_reaches_its_whole_body() -> None:
    on_def = comment("ignore[GC001] x", line=6, first_line=6, last_line=6, on_def=True)
    outside = finding(place=Place(POOL, 4, 1, 4, 2), symbol="IndexedPool.get_index_k")
    assert said(apply((finding(), outside), (on_def,), KNOWN)) == [
        ("GC001", "IndexedPool.get_index_k_continuous", "suppressed"),
        ("GC001", "IndexedPool.get_index_k", "new"),
    ]


def test_unknown_rule_is_told_with_the_nearest_one() -> None:
    (only,) = apply((), (comment("ignore[GC0071] x"),), KNOWN)
    assert only.rule == "GC901"
    assert "GC0071, which is no rule; did you mean GC007?" in only.message


def test_rules_that_did_not_run_leave_their_ignores_alone() -> None:
    active = frozenset({"GC002", "GC901", "GC902"})
    assert apply((), (comment("ignore[GC001] x"),), KNOWN, active) == ()


def test_complaints_are_silent_when_their_rules_are() -> None:
    assert apply((), (comment("ignore[GC001]"), comment("store")), KNOWN, frozenset({"GC001"})) == ()


@pytest.mark.parametrize("word", ["requires-gate", "store"])
def test_marks_need_a_reason_and_are_never_idle_here(word: str) -> None:
    assert apply((), (comment(f"{word} the kernel writes"),), KNOWN) == ()
    (only,) = apply((), (comment(word),), KNOWN)
    assert only.rule == "GC902"
    assert word in only.message


def test_one_finding_for_a_symbol_lists_every_comment() -> None:
    first, second = comment("ignore[GC001] x"), comment("whatever", line=9, first_line=9, last_line=9)
    (only,) = apply((), (second, first), KNOWN)
    assert only.place.line == 8
    assert "; line 9: " in only.message


def test_a_baselined_finding_uses_its_comment_and_stays_baselined() -> None:
    known = finding(state=State.BASELINED)
    assert apply((known,), (comment("ignore[GC001] x"),), KNOWN) == (known,)
