"""Numbers that are looked up: as what the table holds under a key, or as a place that says nothing of the key."""

from __future__ import annotations

import pytest

from gatecheck.flow.heap import Heap
from gatecheck.flow.linear import add
from gatecheck.flow.lookups import known_number, taken, without_others
from gatecheck.flow.values import NONE, NOTHING, Instance, ListOf, Num, Seq, Sym, Value, lit, union

START = Sym("param", ("Pool.__init__", "start_layer"))
IDS = Sym("param", ("Pool.__init__", "ids"))
LAYER = Sym("param", ("Pool.get", "layer_id"))
KEY = Sym("elem", (IDS,))
PLACE = Sym("range", (Sym("len", (IDS,)),))
EVENT = Num(((KEY, 1), (START, -1)), 0)
WANTED = add(LAYER, START, -1)


def _heap(**attrs: Value) -> Heap:
    heap = Heap()
    heap.allocate("Pool", ("make", 0), None).attrs.update(attrs)
    return heap


def _asked(name: str) -> Sym:
    return Sym("item", (Sym("attr", (Instance(0), name)), LAYER))


def _got(name: str) -> Sym:
    return Sym("call", (Sym("attr", (Sym("attr", (Instance(0), name)), "get")), (LAYER,), ()))


@pytest.mark.parametrize(
    "table",
    [
        ListOf(EVENT, key=KEY),
        ListOf(union(NONE, EVENT), key=union(NOTHING, KEY)),
        ListOf(union(lit(-1), EVENT), key=KEY),
        ListOf(union(EVENT, Num(((PLACE, 1), (START, -1)), 0)), key=union(KEY, PLACE)),
    ],
)
def test_a_table_gives_the_event_of_the_layer_that_it_is_asked_for(table: ListOf) -> None:
    heap = _heap(events=table)
    assert known_number(_asked("events"), heap) == known_number(_got("events"), heap) == WANTED


@pytest.mark.parametrize("table", [ListOf(EVENT), ListOf(PLACE, key=KEY), ListOf(union(EVENT, KEY), key=KEY), IDS])
def test_what_is_not_made_of_the_key_stays_looked_up(table: Value) -> None:
    assert known_number(_asked("events"), _heap(events=table)) == _asked("events")


@pytest.mark.parametrize(("stored", "is_kept"), [(ListOf(PLACE, key=KEY), True), (ListOf(EVENT), False), (IDS, False)])
def test_only_a_place_that_is_shown_to_be_one_is_compared_with_another_look_up(stored: Value, *, is_kept: bool) -> None:
    heap = _heap(events=stored)
    assert (without_others(_asked("events"), _asked("places"), heap) == _asked("events")) is is_kept
    assert without_others(_asked("events"), _got("events"), heap) == _asked("events")


def test_numbers_beside_an_object_are_those_of_the_key() -> None:
    pools = union(Seq((PLACE, Instance(1))), Seq((KEY, Instance(2))))
    number, pool = taken(pools, None, LAYER).items  # type: ignore[union-attr]
    assert isinstance(number, Sym)
    assert (number.op, number.args[1]) == ("item", LAYER)
    assert pool == union(Instance(1), Instance(2))
    assert taken(Seq((EVENT, START)), KEY, LAYER) == Seq((WANTED, START))  # type: ignore[arg-type]
