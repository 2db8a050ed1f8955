"""From the index of a buffer back to the number of the event that it was made of."""

from __future__ import annotations

import pytest

from gatecheck.flow.events import EVENT, event_of, first_key, is_rounded, numbers_in, params_in
from gatecheck.flow.linear import add
from gatecheck.flow.operators import arithmetic
from gatecheck.flow.values import Instance, Seq, Sym, Value, lit, union

LAYER = Sym("param", ("Pool.get", "layer_id"))
START = Sym("attr", (Instance(1), "start_layer"))
COUNT = Sym("attr", (Instance(1), "layer_num"))
SIZE = Sym("attr", (Instance(1), "per"))
GIVEN = Sym("param", ("Host.load", "layer_id"))


def total(left: Value, right: Value) -> Value:
    """The sum of two numbers."""
    result = add(left, right)
    assert result is not None
    return result


LOCAL = arithmetic("-", LAYER, START)
TWICE, TWICE_AND_ONE = arithmetic("*", lit(2), EVENT), total(arithmetic("*", EVENT, lit(2)), lit(1))


@pytest.mark.parametrize(
    ("index", "made", "event"),
    [
        (LAYER, {EVENT}, LAYER),
        (LAYER, {total(EVENT, START)}, LOCAL),
        (total(LOCAL, COUNT), {EVENT, total(EVENT, COUNT)}, LOCAL),
        (LOCAL, {EVENT, total(EVENT, COUNT)}, LOCAL),
        (LOCAL, {EVENT, total(EVENT, lit(1))}, None),
        (arithmetic("*", LOCAL, lit(2)), {TWICE, TWICE_AND_ONE}, LOCAL),
        (total(arithmetic("*", lit(2), LOCAL), lit(1)), {TWICE, TWICE_AND_ONE}, LOCAL),
        (total(arithmetic("*", lit(2), LOCAL), COUNT), {TWICE, TWICE_AND_ONE}, None),
        (LOCAL, {TWICE, TWICE_AND_ONE}, None),
        (arithmetic("//", LOCAL, SIZE), {arithmetic("//", EVENT, SIZE)}, LOCAL),
        (arithmetic("//", LOCAL, COUNT), {arithmetic("//", EVENT, SIZE)}, None),
        (arithmetic("%", LOCAL, SIZE), {arithmetic("//", EVENT, SIZE)}, None),
        (union(LAYER, COUNT), {total(EVENT, START)}, union(LOCAL, arithmetic("-", COUNT, START))),
        (Seq((LAYER, Sym("slice", ()))), {total(EVENT, START)}, Seq((LOCAL, arithmetic("-", Sym("slice", ()), START)))),
        (Sym("each", (1, "rows")), {total(EVENT, START)}, None),
        (LAYER, set(), None),
    ],
)
def test_the_event_behind_an_index(index: Value, made: set[Value], event: Value | None) -> None:
    assert event_of(index, frozenset(made)) == event


def test_what_is_added_to_every_number_is_the_first_key() -> None:
    assert first_key(frozenset({total(EVENT, START)})) == START
    assert first_key(frozenset({EVENT, total(EVENT, COUNT)})) is None
    assert first_key(frozenset({total(EVENT, lit(1))})) is None
    assert first_key(frozenset()) is None


def test_only_a_quotient_or_a_rest_stands_for_several_events() -> None:
    assert is_rounded({total(arithmetic("%", EVENT, SIZE), lit(1))})
    assert not is_rounded({TWICE_AND_ONE, total(EVENT, START)})


def test_the_numbers_in_an_index_are_used_as_such() -> None:
    looked_up = Sym("item", (Sym("attr", (Instance(1), "slots")), GIVEN))
    least = Sym("min", (GIVEN, COUNT))
    assert numbers_in(total(GIVEN, START), "Host.load") == {GIVEN}
    assert numbers_in(arithmetic("//", looked_up, lit(2)), "Host.load") == {GIVEN}
    assert numbers_in(least, "Host.load") == numbers_in(LAYER, "Host.load") == set()
    assert params_in(total(least, START), "Host.load") == {GIVEN}
