"""Methods of tensors that are subscripts under another name."""

from __future__ import annotations

import pytest

from gatecheck.flow.base import Arguments
from gatecheck.flow.cuts import as_index
from gatecheck.flow.linear import add
from gatecheck.flow.operators import only_one
from gatecheck.flow.values import NONE, Seq, Sym, Value, lit

LAYER = Sym("param", ("Pool.get", "layer_id"))
ALL = Sym("slice", (NONE, NONE, NONE))


def up_to(low: Value, length: Value) -> Sym:
    """The slice of so many from there on."""
    high = add(low, length)
    assert high is not None
    return Sym("slice", (low, high, NONE))


@pytest.mark.parametrize(
    ("name", "args", "index"),
    [
        ("select", Arguments((lit(0), LAYER)), Seq((LAYER,))),
        ("select", Arguments((lit(1), LAYER)), Seq((ALL, LAYER))),
        ("select", Arguments((), (("dim", lit(0)), ("index", LAYER))), Seq((LAYER,))),
        ("select", Arguments((lit(-1), LAYER)), None),
        ("select", Arguments((LAYER, LAYER)), None),
        ("narrow", Arguments((lit(0), LAYER, lit(1))), Seq((up_to(LAYER, lit(1)),))),
        ("narrow", Arguments((lit(0), LAYER)), None),
        ("view", Arguments((lit(0), LAYER)), None),
    ],
)
def test_the_subscript_that_a_method_is(name: str, args: Arguments, index: Value | None) -> None:
    assert as_index(name, args) == index


@pytest.mark.parametrize(
    ("value", "one"),
    [
        (up_to(LAYER, lit(1)), LAYER),
        (up_to(LAYER, lit(2)), up_to(LAYER, lit(2))),
        (ALL, ALL),
        (LAYER, LAYER),
    ],
)
def test_a_slice_of_one_is_what_it_chooses(value: Value, one: Value) -> None:
    assert only_one(value) == one
