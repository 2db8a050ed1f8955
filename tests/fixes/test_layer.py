"""The layer of a read as the reader would write it, and which variables a statement binds."""

from __future__ import annotations

import libcst as cst
import pytest

from gatecheck.facts import records as r
from gatecheck.facts.collect import SHELL
from gatecheck.facts.lower import Lowerer
from gatecheck.fixes.layer import Layer, is_layer, layer_of, written
from gatecheck.fixes.placement import binds
from gatecheck.fixes.source import expression
from gatecheck.flow.values import Instance, ListOf, Num, Seq, Sym, Value, lit, union
from gatecheck.program.link import FunctionInfo

PARAMS = tuple(r.Param(name, "positional", None, None) for name in ("self", "layer_id", "other"))
ENTRY = FunctionInfo("pool.Pool.get", "pool", "Pool.get", r.Function("get", PARAMS, (), None, (), False, 1, 0))
LAYER, OTHER = (Sym("param", (ENTRY.key, name)) for name in ("layer_id", "other"))
START = Sym("attr", (Instance(1), "start_layer"))
LOCAL = Sym("item", (Sym("attr", (Instance(1), "mapping")), LAYER))
STARTS = frozenset({START})


def told(index: Value | None) -> tuple[str | None, bool] | None:
    found = layer_of(index, ENTRY, STARTS)
    return (expression(found.expr), found.raw) if found is not None else None


@pytest.mark.parametrize(
    ("index", "layer"),
    [
        (LAYER, ("layer_id", True)),
        (Num(((LAYER, 1), (START, -1)), 0), ("layer_id", False)),
        (Num(((LAYER, 1), (START, -1)), 2), ("layer_id + 2", False)),
        (Num(((LAYER, 1), (OTHER, -1)), -1), ("(layer_id - other) - 1", True)),
        (Sym("attr", (LAYER, "number")), ("layer_id.number", True)),
        (LOCAL, ("layer_id", False)),
        (Sym("default", (LOCAL, LAYER)), ("layer_id", False)),
        (Sym("default", (LAYER, LOCAL)), ("layer_id", False)),
        (Sym("default", (LAYER, OTHER)), None),
        (lit(3), None),
        (Num(((LAYER, 2),), 0), None),
        (Num(((START, 1), (LAYER, -1)), 0), None),
        (Sym("call", (LAYER, (), ())), None),
        (Sym("param", ("pool.Pool.other", "layer_id")), None),
        (ListOf(LAYER), None),
        (None, None),
    ],
)
def test_the_layer_behind_an_index(index: Value | None, layer: tuple[str, bool] | None) -> None:
    assert told(index) == layer


def test_several_indices_tell_a_layer_where_they_agree() -> None:
    assert told(Seq((LAYER, Sym("slice", (lit(0),))))) == ("layer_id", True)
    assert told(Seq((LAYER, lit(0)))) == ("layer_id", True)
    assert told(union(LAYER, LAYER)) == ("layer_id", True)
    assert told(union(LAYER, Sym("attr", (Instance(1), "last")))) is None
    assert told(union(LAYER, OTHER)) is None
    assert told(union(LAYER, lit(0))) is None


def test_only_numbers_and_names_are_written() -> None:
    three = written(lit(3), ENTRY)
    assert isinstance(three, r.Const)
    assert three.value == 3
    assert written(lit("k"), ENTRY) is None
    assert written((1, 2), ENTRY) is None


@pytest.mark.parametrize(
    ("annotation", "known", "verdict"),
    [(None, set(), None), (None, {"layer_id"}, True), ("int", set(), True), ("Tensor", {"layer_id"}, False)],
)
def test_what_is_a_layer_id(annotation: str | None, known: set[str], verdict: bool | None) -> None:
    kind = r.Name(annotation, -1) if annotation is not None else None
    record = r.Function("get", (r.Param("layer_id", "positional", None, kind),), (), None, (), False, 1, 0)
    entry = FunctionInfo("pool.Pool.get", "pool", "Pool.get", record)
    assert is_layer(Layer(r.Name("layer_id", -1), True), entry, frozenset(known)) is verdict


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a = b = x", {"a", "b"}),
        ("a, (b, *c) = x", {"a", "b", "c"}),
        ("self.a[b] = x", set()),
        ("a += x", {"a"}),
        ("del a", {"a"}),
        ("for a in x:\n    pass", {"a"}),
        ("with x as a, y:\n    pass", {"a"}),
        ("import a.b, c as b", {"a", "b"}),
        ("def a(b):\n    pass", {"a", "b"}),
        ("x(lambda a: y)", {"a"}),
        ("x([y for a in z])", {"a"}),
        ("x((a := y))", {"a"}),
        ("try:\n    x()\nexcept E as a:\n    pass\nexcept F:\n    pass", {"a"}),
        ("match x:\n    case [a, *b]:\n        pass", {"a", "b"}),
        ("a.b(c)", set()),
    ],
)
def test_the_variables_that_a_statement_binds(text: str, names: set[str]) -> None:
    (stmt,) = Lowerer(SHELL).statements(cst.parse_module(f"{text}\n").body)
    assert {name for name in ("a", "b", "c", "x", "y", "z", "self") if binds(stmt, frozenset({name}))} == names
