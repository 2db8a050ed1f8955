"""What is known of conditions: each has one answer, in whatever words it is put, and none where there is a doubt."""

from __future__ import annotations

import pytest

from gatecheck.flow.conditions import about, known, learn, plain
from gatecheck.flow.state import State, Wait, join
from gatecheck.flow.values import FALSE, NONE, TRUE, Cls, Instance, ListOf, Seq, Sym, Value, lit, union

A = Sym("param", ("f", "a"))
B = Sym("param", ("f", "b"))
C = Sym("param", ("f", "c"))
N = Sym("int", ("f", "n"))
LENGTH = Sym("len", (A,))
RED, BLUE = Sym("member", ("Hue", "RED")), Sym("member", ("Hue", "BLUE"))
PAIR = Seq((lit("x"), lit("y")))
WAIT = Wait(lit(0), "registered", None, ("f", 0))


def cmp(op: str, left: Value, right: Value) -> Sym:
    """Return a comparison."""
    return Sym("cmp", (op, left, right))


def no(cond: Value) -> Sym:
    """Return the opposite of a condition."""
    return Sym("not", (cond,))


def both(*conds: Value) -> Sym:
    """Return that all of some conditions hold."""
    return Sym("and", conds)


def either(*conds: Value) -> Sym:
    """Return that one of some conditions holds."""
    return Sym("or", conds)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (cmp("is not", A, NONE), no(cmp("is", A, NONE))),
        (cmp("is", NONE, A), cmp("==", A, NONE)),
        (cmp("!=", A, B), no(cmp("==", B, A))),
        (cmp(">", A, B), cmp("<", B, A)),
        (cmp(">=", A, B), no(cmp(">", B, A))),
        (cmp("<=", A, lit(4)), no(cmp("<", lit(4), A))),
        (cmp("<", N, lit(4)), no(cmp(">=", N, lit(4)))),
        (cmp("<", N, lit(4)), cmp("<=", N, lit(3))),
        (cmp("==", N, lit(0)), no(N)),
        (cmp(">", LENGTH, lit(0)), A),
        (cmp("<", LENGTH, lit(1)), no(A)),
        (cmp("is", A, TRUE), A),
        (cmp("is", cmp("<", A, B), FALSE), cmp(">=", A, B)),
        (cmp("in", A, PAIR), either(cmp("==", A, lit("y")), cmp("==", A, lit("x")))),
        (cmp("not in", A, PAIR), both(cmp("!=", A, lit("x")), cmp("!=", A, lit("y")))),
        (cmp("in", A, ListOf(union(lit("x"), lit("y")))), cmp("in", A, PAIR)),
        (both(A, B), both(B, A)),
        (no(either(A, B)), both(no(A), no(B))),
        (no(both(A, no(B))), either(B, no(A))),
        (both(A, both(B, C)), both(both(C, A), B)),
    ],
)
def test_other_words_for_one_condition(one: Value, other: Value) -> None:
    assert plain(one) == plain(other)
    for truth in (True, False):
        conds: dict[Value, bool] = {}
        learn(one, conds, truth=truth)
        assert known(other, conds) is truth


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ([A], cmp("is", A, NONE), False),
        ([cmp("is", A, NONE)], A, False),
        ([cmp("is", A, NONE)], Sym("isinstance", (A, Cls("Thing"))), False),
        ([Sym("isinstance", (A, Cls("Thing")))], cmp("is", A, NONE), False),
        ([cmp("==", A, RED)], cmp("==", A, BLUE), False),
        ([cmp("==", A, lit("x"))], cmp("in", A, PAIR), True),
        ([cmp("==", A, lit("x"))], A, True),
        ([no(A)], cmp("==", A, lit("x")), False),
        ([cmp("not in", A, PAIR)], cmp("==", A, lit("y")), False),
        ([both(A, B)], B, True),
        ([no(both(A, B)), A], B, False),
        ([either(A, B, C), no(B), no(A)], C, True),
        ([either(A, B), no(A)], B, True),
        ([both(A, either(B, C)), no(C)], B, True),
        # What is left open.
        ([no(A)], cmp("is", A, NONE), None),
        ([cmp("is not", A, NONE)], A, None),
        ([no(cmp("is", A, FALSE))], A, None),
        ([either(A, B)], both(A, B), None),
        ([no(both(A, B))], A, None),
        ([cmp("!=", A, RED)], cmp("==", A, BLUE), None),
        ([cmp("in", A, PAIR)], cmp("==", A, lit("x")), None),
        ([cmp("<", A, lit(4))], cmp("<=", A, lit(3)), None),
        ([cmp("==", A, B)], cmp("==", A, C), None),
        ([A], B, None),
    ],
)
def test_what_follows(said: list[Value], asked: Value, answer: bool | None) -> None:
    conds: dict[Value, bool] = {}
    for cond in said:
        learn(cond, conds, truth=True)
    assert known(asked, conds) is answer


def test_only_what_is_asked_of_some_values() -> None:
    thing = Instance(3)
    conds = {cmp("is", A, NONE): False, Sym("attr", (thing, "on")): True, B: True}
    assert about([A], conds) == {cmp("is", A, NONE): False}
    assert about([union(thing, NONE)], conds) == {Sym("attr", (thing, "on")): True}
    assert about([lit(1)], conds) == {}


def way(*conds: Value, waits: bool = False) -> State:
    """Return a state in which some conditions hold."""
    st = State()
    for cond in conds:
        st.learn(cond, truth=True)
    if waits:
        st.wait(WAIT)
    return st


def test_a_wait_of_one_way_counts_where_the_other_is_ruled_out() -> None:
    st = join([way(A, waits=True), way(no(A))])
    assert st.must == frozenset()
    after = st.copy()
    after.learn(A, truth=True)
    assert WAIT in after.must
    st.learn(A, truth=False)
    assert st.must == frozenset()


def test_each_way_without_a_wait_must_be_ruled_out() -> None:
    st = join([join([way(A, B, waits=True), way(A, no(B))]), way(no(A))])
    st.learn(A, truth=True)
    assert st.must == frozenset()
    st.learn(B, truth=True)
    assert WAIT in st.must


def test_a_way_without_a_wait_that_nothing_tells_apart() -> None:
    st = join([way(A, waits=True), way()])
    st.learn(A, truth=True)
    assert st.must == frozenset()
