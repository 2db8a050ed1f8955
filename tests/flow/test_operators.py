"""Operations on values that are known only in part: as exact as Python's where all is known, and never a guess."""

from __future__ import annotations

import pytest

from gatecheck.flow.linear import add
from gatecheck.flow.operators import arithmetic, choose, compare, is_scalar, is_slice, is_view_index, tagged
from gatecheck.flow.values import (
    ARMED,
    FALSE,
    NONE,
    NOTHING,
    TRUE,
    Cls,
    Counter,
    Func,
    Instance,
    Num,
    Row,
    Sym,
    Table,
    Value,
    lit,
    union,
)

N = Sym("int", ("f", "n"))
THING = Sym("param", ("f", "thing"))
SLICE = Sym("slice", (NONE, lit(2), NONE))


@pytest.mark.parametrize(
    ("value", "scalar"),
    [
        (lit(3), True),
        (lit("k"), False),
        (NONE, False),
        (Num(((THING, 2),), 1), True),
        (N, True),
        (THING, False),
        (union(N, lit(0)), True),
        (union(N, THING), False),
    ],
)
def test_a_number_is_certainly_no_tensor_of_indices(value: Value, scalar: bool) -> None:
    assert is_scalar(value) is scalar


@pytest.mark.parametrize(
    ("index", "view"), [(SLICE, True), (lit(1), True), (NONE, True), (lit("k"), True), (THING, False), (TRUE, False)]
)
def test_numbers_slices_and_keys_give_views(index: Value, view: bool) -> None:
    assert is_view_index(index) is view
    assert is_slice(index) is (index == SLICE)


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        (Instance(1), Instance(1, N)),
        (union(Instance(1), Instance(2)), union(Instance(1, N), Instance(2, N))),
        (Row(1, "k", None), Row(1, "k", N)),
        (Row(1, "k", Sym("each", (1, "k"))), Row(1, "k", N)),
        (Row(1, "k", lit(2)), Row(1, "k", lit(2))),
        (THING, Sym("item", (THING, N))),
        (NOTHING, NOTHING),
        (Cls("m.C"), Cls("m.C")),
    ],
)
def test_what_comes_out_of_a_container_remembers_its_index(value: Value, taken: Value) -> None:
    assert tagged(value, N) == taken


def test_a_choice_between_numbers_stays_one_unknown() -> None:
    assert choose(N, N) == N
    assert choose(N, lit(0)) == Sym("default", (N, lit(0)))
    assert choose(Instance(1), N) == union(Instance(1), N)
    assert choose(N, NONE) == union(N, NONE)


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("+", 7, 2, 9),
        ("-", 7, 2, 5),
        ("*", 7, 2, 14),
        ("//", 7, 2, 3),
        ("//", -7, 2, -4),
        ("%", 7, 2, 1),
        ("%", -7, 2, 1),
    ],
)
def test_known_integers_are_computed(op: str, left: int, right: int, result: int) -> None:
    assert arithmetic(op, lit(left), lit(right)) == lit(result)


@pytest.mark.parametrize("op", ["//", "%"])
def test_a_division_by_zero_has_no_value(op: str) -> None:
    assert arithmetic(op, lit(1), lit(0)) == Sym("op", (op, lit(1), lit(0)))


def test_arithmetic_on_unknowns() -> None:
    assert arithmetic("+", N, lit(1)) == add(N, lit(1))
    assert arithmetic("<<", lit(1), lit(4)) == Sym("op", ("<<", lit(1), lit(4)))
    assert arithmetic("*", N, THING) == Sym("op", ("*", N, THING))
    assert arithmetic("*", THING, THING) == Sym("calc", ("*", THING, THING))
    assert arithmetic("+", lit("a"), lit("b")) == Sym("calc", ("+", lit("a"), lit("b")))


def test_each_alternative_is_computed() -> None:
    few = union(lit(1), lit(2))
    assert arithmetic("*", few, lit(3)) == union(lit(3), lit(6))
    assert arithmetic("-", lit(3), few) == union(lit(2), lit(1))


@pytest.mark.parametrize(
    ("op", "bound", "known"),
    [
        (">=", 0, True),
        ("<", 0, False),
        (">", 0, None),
        ("==", 0, None),
        ("!=", 0, None),
        ("<=", 0, None),
        (">", -1, True),
        ("!=", -1, True),
        ("==", -1, False),
        ("<=", -1, False),
        (">=", -1, True),
        (">", 3, None),
        ("==", 3, None),
    ],
)
def test_a_consumer_that_is_selected_has_a_slot(op: str, bound: int, known: bool | None) -> None:
    assert compare(op, ARMED, lit(bound)) is known


@pytest.mark.parametrize(
    ("op", "left", "right", "known"),
    [
        ("<", lit(1), lit(2), True),
        (">=", lit(1), lit(2), False),
        ("==", lit("a"), lit("a"), True),
        ("!=", lit("a"), lit("b"), True),
        ("is", TRUE, FALSE, False),
        ("is not", TRUE, FALSE, True),
        ("==", TRUE, lit(1), True),
        ("!=", FALSE, lit(1), True),
        ("is", TRUE, lit(1), False),
        ("<", lit("a"), lit("b"), None),
        ("in", lit("a"), lit("abc"), None),
        ("==", N, N, None),
        ("is", Cls("m.A"), Cls("m.A"), True),
        ("is not", Cls("m.A"), Cls("m.B"), True),
        ("is", Func("m.f"), Func("m.g"), False),
        ("is", Cls("m.A"), THING, None),
    ],
)
def test_comparisons(op: str, left: Value, right: Value, known: bool | None) -> None:
    assert compare(op, left, right) is known


@pytest.mark.parametrize(
    ("value", "is_none"),
    [
        (NONE, True),
        (ARMED, False),
        (Counter("live", "registered"), False),
        (Counter("foreign", "given"), None),
        (Table(1, "k"), False),
        (lit(0), False),
        (N, None),
        (Sym("range", (N,)), False),
        (union(Cls("m.A"), Cls("m.B")), False),
        (union(Cls("m.A"), NONE), None),
    ],
)
def test_what_can_be_none(value: Value, is_none: bool | None) -> None:
    assert compare("is", value, NONE) is is_none
    assert compare("is not", value, NONE) is (None if is_none is None else not is_none)
