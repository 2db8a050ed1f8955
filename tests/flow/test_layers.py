"""Which event a wait names, beside the layer that is read: right, wrong, or not known to be either."""

from __future__ import annotations

import pytest

from gatecheck.flow.layers import RIGHT, UNSURE, WRONG, Numbering, is_later, judge_index, mapping_key
from gatecheck.flow.linear import add
from gatecheck.flow.ranges import last_of_range
from gatecheck.flow.values import ALL_LAYERS, Fresh, Instance, Num, Seq, Sym, Value, lit, union

LAYER = Sym("param", ("Pool.get", "layer_id"))
OTHER = Sym("param", ("Pool.get", "other"))
POOL = Instance(1)
START = Sym("attr", (POOL, "start_layer"))
COUNT = Sym("attr", (POOL, "layer_num"))
INNER_COUNT = Sym("attr", (Instance(2), "layer_num"))
MAPPING = Sym("attr", (POOL, "mapping"))
EACH = Sym("range", (COUNT,))
LOCAL = Sym("item", (MAPPING, LAYER))
STARTS = frozenset({START})


def minus(left: Value, right: Value) -> Value:
    """The difference of two numbers."""
    result = add(left, right, -1)
    assert result is not None
    return result


def plus(left: Value, right: Value) -> Value:
    """The sum of two numbers."""
    result = add(left, right)
    assert result is not None
    return result


def judged(wait: Value, layer: Value | None, *, own: bool = True) -> str:
    """The verdict on a pool that counts from its first layer, and owns a pool with a number of layers of its own."""
    return judge_index(wait, layer, Numbering(STARTS, own, frozenset({INNER_COUNT})))


@pytest.mark.parametrize("layer", [LAYER, minus(LAYER, START), LOCAL, lit(3), EACH, None])
def test_the_last_event_of_the_table_covers_every_layer(layer: Value | None) -> None:
    assert judged(ALL_LAYERS, layer) == RIGHT


@pytest.mark.parametrize("wait", [LAYER, lit(0), minus(LAYER, START)])
def test_data_without_a_layer_travels_with_whichever_is_waited_for(wait: Value) -> None:
    assert judged(wait, None) == RIGHT


@pytest.mark.parametrize(
    ("wait", "layer", "verdict"),
    [
        (minus(LAYER, START), minus(LAYER, START), RIGHT),
        (LAYER, minus(LAYER, START), WRONG),
        (minus(minus(LAYER, START), START), minus(LAYER, START), WRONG),
        (minus(minus(LAYER, START), lit(1)), minus(LAYER, START), WRONG),
        (plus(minus(LAYER, START), lit(1)), LAYER, WRONG),
        (minus(LAYER, OTHER), LAYER, UNSURE),
        (OTHER, LAYER, UNSURE),
        (lit(0), LAYER, WRONG),
        (lit(2), lit(2), RIGHT),
        (lit(2), lit(3), WRONG),
        (plus(plus(LAYER, OTHER), lit(1)), LAYER, UNSURE),
    ],
)
def test_a_pool_that_is_indexed_as_its_events_are(wait: Value, layer: Value, verdict: str) -> None:
    assert judged(wait, layer) == verdict


def test_the_first_layer_of_an_owned_pool_may_be_missing_on_purpose() -> None:
    assert judged(LAYER, minus(LAYER, START), own=False) == WRONG
    assert judged(minus(LAYER, START), LAYER, own=False) == UNSURE
    assert judged(minus(LAYER, START), LAYER) == WRONG


def test_two_kept_numbers_that_differ_by_a_constant_are_two_layers() -> None:
    kept = Sym("attr", (POOL, "first"))
    assert judged(plus(plus(minus(LAYER, START), kept), lit(1)), LAYER) == WRONG
    assert judged(plus(plus(minus(LAYER, START), OTHER), lit(1)), LAYER) == UNSURE


@pytest.mark.parametrize("wait", [Fresh("f@1"), Seq((LAYER,))])
def test_what_is_no_number_names_no_event(wait: Value) -> None:
    assert judged(wait, LAYER) == UNSURE


def test_several_indices_hold_one_that_names_the_layer() -> None:
    assert judged(LAYER, Seq((OTHER, LAYER))) == RIGHT
    assert judged(LAYER, Seq((OTHER, Fresh("rows")))) == UNSURE


def test_one_of_several_layers_is_wrong_where_each_is() -> None:
    ahead, behind = plus(LAYER, lit(1)), minus(LAYER, lit(1))
    assert judged(LAYER, union(ahead, behind)) == WRONG
    assert judged(LAYER, union(ahead, LAYER)) == RIGHT
    assert judged(LAYER, union(ahead, OTHER)) == UNSURE


@pytest.mark.parametrize(
    ("wait", "verdict"),
    [
        (minus(COUNT, lit(1)), RIGHT),
        (minus(Sym("len", (MAPPING,)), lit(1)), RIGHT),
        (minus(COUNT, lit(2)), WRONG),
        (LAYER, WRONG),
        (lit(0), WRONG),
        (plus(LAYER, Sym("call", (Sym("global", ("m", "f")), (), ()))), UNSURE),
        (Sym("max", (LAYER, OTHER)), RIGHT),
        (Sym("min", (LAYER, OTHER)), WRONG),
    ],
)
def test_a_loop_over_all_layers_needs_the_last_of_them(wait: Value, verdict: str) -> None:
    assert judged(wait, EACH) == verdict


def test_the_lowest_of_some_layers_may_be_the_one_that_is_read() -> None:
    assert judged(Sym("min", (LAYER, OTHER)), LAYER) == UNSURE


def test_the_last_layer_of_an_owned_pool_is_not_the_last_event() -> None:
    assert judged(minus(INNER_COUNT, lit(1)), LAYER) == WRONG


@pytest.mark.parametrize(
    ("wait", "verdict"),
    [
        (minus(LAYER, START), RIGHT),
        (minus(minus(LAYER, START), lit(1)), WRONG),
        (LAYER, WRONG),
        (plus(LAYER, lit(1)), WRONG),
        (LOCAL, WRONG),
        (plus(Sym("item", (MAPPING, OTHER)), lit(1)), UNSURE),
        (OTHER, UNSURE),
        (minus(LAYER, OTHER), UNSURE),
    ],
)
def test_a_layer_behind_a_mapping_has_the_event_of_its_id(wait: Value, verdict: str) -> None:
    assert judged(wait, LOCAL, own=False) == verdict


def test_a_mapping_asked_for_several_layers_at_once_names_no_event() -> None:
    several = Sym("call", (Sym("attr", (MAPPING, "get")), (Seq((LAYER, OTHER)),), ()))
    assert judged(LAYER, several, own=False) == UNSURE


def test_what_a_mapping_gives_back_may_be_how_the_events_are_numbered() -> None:
    assert judged(LOCAL, LOCAL) == RIGHT


def test_a_pool_that_counts_from_zero_subtracts_nothing() -> None:
    assert judge_index(LAYER, LOCAL, Numbering(frozenset(), own=True)) == RIGHT


def test_a_wait_in_the_numbering_of_a_mapping_is_wrong_for_a_pool_without_one() -> None:
    assert judged(LOCAL, LAYER) == WRONG
    assert judged(LOCAL, LAYER, own=False) == WRONG
    assert judged(LOCAL, OTHER, own=False) == UNSURE


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (LOCAL, LAYER),
        (Sym("item", (LOCAL, lit("rows"))), LAYER),
        (Sym("item", (MAPPING, lit(0))), None),
        (Sym("item", (MAPPING, Sym("slice", (lit(0), lit(2), lit(None))))), None),
        (Sym("attr", (Instance(3, LAYER), "local")), LAYER),
        (Sym("attr", (Instance(3), "local")), None),
        (Sym("call", (Sym("attr", (MAPPING, "get")), (LAYER,), ())), LAYER),
        (Sym("call", (Sym("attr", (MAPPING, "index")), (LAYER,), ())), LAYER),
        (Sym("call", (Sym("attr", (MAPPING, "get")), (), ())), None),
        (Sym("call", (Sym("attr", (MAPPING, "copy")), (LAYER,), ())), None),
        (LAYER, None),
    ],
)
def test_what_a_look_up_was_asked_for(value: Sym, key: Value | None) -> None:
    assert mapping_key(value) == key


@pytest.mark.parametrize(
    ("bounds", "last"),
    [
        ((COUNT,), minus(COUNT, lit(1))),
        ((lit(2), COUNT), minus(COUNT, lit(1))),
        ((lit(0), COUNT, lit(2)), ALL_LAYERS),
    ],
)
def test_the_last_of_a_range(bounds: tuple[Value, ...], last: Value) -> None:
    looped = Sym("range", bounds)
    assert last_of_range(looped, looped) == last


def test_the_end_of_a_range_moves_with_what_is_added() -> None:
    assert last_of_range(minus(EACH, START), EACH) == minus(minus(COUNT, START), lit(1))


def test_a_range_without_a_known_end_is_all_layers() -> None:
    assert last_of_range(Num(((EACH, 2),), 0), EACH) == ALL_LAYERS
    assert last_of_range(Seq(()), EACH) == ALL_LAYERS
    assert last_of_range(Sym("each", (1, "rows")), Sym("each", (1, "rows"))) == ALL_LAYERS


LENGTH = Sym("len", (Instance(3),))
DOWN, UP = minus(minus(LAYER, START), lit(1)), plus(minus(LAYER, START), lit(1))


def slice_of(low: Value, high: Value) -> Sym:
    """Any layer of a slice."""
    return Sym("each", (1, "rows", Sym("slice", (low, high, lit(None)))))


@pytest.mark.parametrize(
    ("wait", "layer", "verdict"),
    [
        (minus(LENGTH, lit(1)), LAYER, RIGHT),
        (minus(LENGTH, lit(2)), LAYER, WRONG),
        (minus(LENGTH, lit(2)), lit(0), UNSURE),
        (LENGTH, LAYER, WRONG),
        (plus(minus(LENGTH, lit(1)), START), LAYER, WRONG),
        (plus(minus(LENGTH, lit(1)), OTHER), LAYER, UNSURE),
        (minus(LENGTH, lit(1)), lit(-1), RIGHT),
        (minus(LENGTH, lit(1)), lit(-2), RIGHT),
        (minus(LENGTH, lit(2)), lit(-1), WRONG),
        (lit(-1), lit(-1), RIGHT),
        (LAYER, lit(-1), UNSURE),
    ],
)
def test_an_event_counted_from_the_end(wait: Value, layer: Value, verdict: str) -> None:
    assert judge_index(wait, layer, Numbering(STARTS, own=True, lengths=frozenset({LENGTH}))) == verdict


@pytest.mark.parametrize("layer", [LAYER, lit(-1), lit(0), None])
def test_a_count_has_come_past_every_index_below_nought(layer: Value | None) -> None:
    by = Numbering(STARTS, own=True, lengths=frozenset({LENGTH}), counted=True)
    assert judge_index(lit(-1), layer, by) == WRONG
    assert judge_index(minus(LENGTH, lit(1)), layer, by) == RIGHT


@pytest.mark.parametrize(
    ("wait", "verdict"),
    [
        (Sym("max", (DOWN, lit(0))), WRONG),
        (Sym("max", (Seq((DOWN, lit(0))),)), WRONG),
        (Sym("max", (minus(LAYER, START), lit(0))), UNSURE),
        (Sym("max", (DOWN, lit(3))), UNSURE),
        (Sym("max", (DOWN, OTHER)), UNSURE),
        (Sym("max", (DOWN, Fresh("rows"))), UNSURE),
        (Sym("min", (DOWN, OTHER)), WRONG),
        (Sym("min", (UP, OTHER)), UNSURE),
        (Sym("default", (DOWN, lit(0))), WRONG),
        (Sym("default", (minus(LAYER, START), lit(0))), RIGHT),
        (Sym("default", (OTHER, lit(0))), UNSURE),
        (Sym("default", (DOWN, Fresh("rows"))), UNSURE),
    ],
)
def test_a_choice_is_wrong_where_every_choice_is(wait: Value, verdict: str) -> None:
    assert judged(wait, minus(LAYER, START)) == verdict


@pytest.mark.parametrize(
    ("wait", "verdict"),
    [
        (minus(Sym("max", (OTHER,)), START), RIGHT),
        (Sym("max", (OTHER,)), WRONG),
        (minus(Sym("min", (OTHER,)), START), WRONG),
        (Sym("min", (OTHER,)), UNSURE),
    ],
)
def test_the_highest_of_the_ids_that_are_read_covers_them(wait: Value, verdict: str) -> None:
    assert judged(wait, minus(Sym("elem", (OTHER,)), START)) == verdict


@pytest.mark.parametrize(
    ("wait", "layer", "verdict"),
    [
        (LAYER, slice_of(lit(None), plus(LAYER, lit(1))), RIGHT),
        (LAYER, slice_of(lit(None), plus(LAYER, lit(2))), WRONG),
        (LAYER, slice_of(LAYER, OTHER), WRONG),
        (LAYER, slice_of(OTHER, LAYER), UNSURE),
        (OTHER, slice_of(lit(None), LAYER), UNSURE),
        (LAYER, slice_of(lit(1), lit(None)), WRONG),
        (LAYER, Sym("each", (1, "rows", Sym("slice", ()))), UNSURE),
    ],
)
def test_a_slice_needs_the_last_of_its_layers(wait: Value, layer: Value, verdict: str) -> None:
    assert judged(wait, layer) == verdict


def test_the_layer_in_the_middle_covers_half_of_them() -> None:
    assert judged(Sym("op", ("//", COUNT, lit(2))), EACH) == WRONG
    assert judged(Sym("op", (">>", COUNT, lit(1))), EACH) == WRONG
    assert judged(Sym("op", ("//", COUNT, lit(1))), EACH) == UNSURE
    assert judged(Sym("op", ("not", COUNT)), EACH) == UNSURE


@pytest.mark.parametrize(
    ("wait", "layer", "later"),
    [
        (UP, minus(LAYER, START), True),
        (DOWN, minus(LAYER, START), False),
        (OTHER, LAYER, False),
        (LAYER, Sym("range", (LAYER,)), True),
        (LAYER, EACH, False),
        (LAYER, None, False),
        (Fresh("rows"), LAYER, False),
    ],
)
def test_an_event_past_what_is_read(wait: Value, layer: Value | None, later: bool) -> None:
    assert is_later(wait, layer) is later


OFFSET = Sym("attr", (POOL, "offset"))
INDEX = minus(minus(LAYER, START), OFFSET)


@pytest.mark.parametrize(
    ("wait", "verdict"),
    [
        (minus(LAYER, START), RIGHT),
        (minus(minus(LAYER, START), lit(1)), WRONG),
        (INDEX, WRONG),
        (minus(INDEX, lit(1)), WRONG),
        (minus(OTHER, START), UNSURE),
    ],
)
def test_a_load_that_takes_something_off_the_number_of_its_event(wait: Value, verdict: str) -> None:
    shift = Num(((OFFSET, -1),), 0)
    assert judge_index(wait, INDEX, Numbering(STARTS, own=False, shift=shift)) == verdict


def test_a_load_that_takes_off_the_first_layer_was_given_layer_ids() -> None:
    shift = Num(((START, -1),), 0)
    assert judge_index(minus(LAYER, START), minus(LAYER, START), Numbering(STARTS, own=False, shift=shift)) == RIGHT
    assert judge_index(INDEX, INDEX, Numbering(frozenset(), own=False, shift=Num(((OFFSET, -1),), 0))) == RIGHT
