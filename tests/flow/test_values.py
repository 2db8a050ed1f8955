"""Values: alternatives are kept apart while they are few, and what is done to one is done to each."""

from __future__ import annotations

from gatecheck.flow.base import Arguments, Hop, Read, deepen
from gatecheck.flow.linear import add, as_num, difference
from gatecheck.flow.state import Wait, guarded
from gatecheck.flow.values import (
    ALL_LAYERS,
    CURRENT_STREAM,
    MAX_OPTIONS,
    NONE,
    NOTHING,
    Bound,
    Data,
    ListOf,
    Named,
    Num,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    options,
    parts,
    union,
)

N, M = Sym("int", ("f", "n")), Sym("int", ("f", "m"))
ROW = Row(1, "k", N)
WAIT = Wait(ALL_LAYERS, "registered", CURRENT_STREAM, ("f", 3))


def number(value: Value | None) -> Num:
    found = as_num(value) if value is not None else None
    assert found is not None
    return found


def test_one_of_too_many_is_unknown_but_for_the_objects() -> None:
    numbers = [lit(i) for i in range(MAX_OPTIONS + 1)]
    assert union(*numbers) == Sym("many", ())
    assert options(union(*numbers, ROW)) == (ROW, Sym("many", ()))


def test_an_empty_container_adds_nothing_to_others() -> None:
    assert union(NOTHING, ROW) == ROW
    assert union(NOTHING, NOTHING) == NOTHING
    assert union(ListOf(NOTHING), ListOf(ROW)) == ListOf(ROW)


def test_differences_of_numbers() -> None:
    assert difference(number(add(N, lit(3))), number(N)) == Num((), 3)
    assert difference(number(N), number(M)).const == 0
    assert dict(difference(number(N), number(M)).terms) == {N: 1, M: -1}


def test_a_wait_on_one_way_stands_with_every_address_from_it() -> None:
    behind = frozenset({WAIT})
    waited, table = Row(1, "k", N, (), behind), Table(1, "k", behind)
    assert guarded(ROW, frozenset()) == ROW
    assert guarded(union(ROW, NONE), behind) == union(waited, NONE)
    assert guarded(Seq((ROW, lit(1))), behind) == Seq((waited, lit(1)))
    assert guarded(ListOf(ROW), behind) == ListOf(waited)
    assert guarded(Named(((lit("k"), Table(1, "k")),)), behind) == Named(((lit("k"), table),))


def test_parts_are_what_a_container_holds() -> None:
    held = Named(((lit("k"), Seq((ROW, ListOf(Table(1, "v"))))), (lit("n"), union(N, NONE))))
    assert parts(held) == (ROW, Table(1, "v"), N, NONE)
    assert parts(Bound(ROW, "view")) == (ROW,)


def read() -> Read:
    return Read(1, "k", N, "consume", ("inner", 2), frozenset(), frozenset(), frozenset(), CURRENT_STREAM)


def test_a_value_that_a_call_returned_remembers_the_call() -> None:
    hop, accessors = Hop(("outer", 1), "Pool.get", 1), frozenset({"Pool.get"})
    handed = Row(1, "k", N, ("Pool.get",))
    assert deepen(ROW, hop, frozenset()) == ROW
    assert deepen(handed, hop, accessors) == handed
    held: Value = Seq((ROW, ListOf(ROW), Named(((lit("k"), ROW),)), Union_((ROW, NONE))))
    assert deepen(held, hop, accessors) == Seq(
        (handed, ListOf(handed), Named(((lit("k"), handed),)), Union_((handed, NONE)))
    )
    (deeper,) = [one for one in (deepen(Data((read(),)), hop, accessors),) if isinstance(one, Data)]
    (only,) = deeper.reads
    assert isinstance(only, Read)
    assert (only.chain, only.callees) == ((hop,), frozenset({"Pool.get"}))


def test_arguments_by_position_or_by_name() -> None:
    given = Arguments((N,), (("layer", M),), ROW)
    assert (given.get(0, "index"), given.get(1, "layer"), given.get(1, "size")) == (N, M, None)
    assert given.all() == (N, M, ROW)
    assert Arguments((N,)).all() == (N,)
