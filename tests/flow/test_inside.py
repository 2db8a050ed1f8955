"""What occurs inside a value."""

from __future__ import annotations

import pytest

from gatecheck.flow.inside import BUFFERS, holds, mentioned, mentions
from gatecheck.flow.values import Bound, Instance, ListOf, Named, Num, Row, Seq, Sym, Union_, Value, lit, parts

N, M = Sym("int", ("f", "n")), Sym("int", ("f", "m"))
ROW = Row(1, "k", N)
WITH = (N, Sym("item", (M, N)), Num(((N, 2),), 1), Instance(1, N), Sym("call", (M, (N,), ())), Seq((M, N)))
WITHOUT = (M, Num(((M, 1),), 0), Instance(1), lit(1), Sym("call", (M, (M,), ())), Seq((M,)))


@pytest.mark.parametrize("value", WITH)
def test_an_unknown_is_found_wherever_it_stands(value: Value) -> None:
    assert mentions(value, N)
    assert N in mentioned(value)


@pytest.mark.parametrize("value", WITHOUT)
def test_what_does_not_stand_in_a_value_is_not_found(value: Value) -> None:
    assert not mentions(value, N)
    assert N not in mentioned(value)


def test_an_object_is_found_as_it_stands() -> None:
    assert Instance(1, N) in mentioned(Sym("attr", (Instance(1, N), "k")))
    assert Instance(1) not in mentioned(Instance(1, N))


@pytest.mark.parametrize(
    "value",
    [
        ROW,
        Bound(ROW, "shape"),
        Bound(N, "shape"),
        ListOf(ROW),
        Seq((N, Seq((M, ROW)))),
        Named(((lit("a"), N), (lit("b"), ROW))),
        Union_((N, ROW)),
        Union_((N, M)),
        Sym("item", (ROW, N)),
    ],
)
def test_a_value_holds_what_one_of_its_parts_is(value: Value) -> None:
    assert holds(value, BUFFERS) is any(isinstance(part, Row) for part in parts(value))
