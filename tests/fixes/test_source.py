"""From records back to source: exactly what was written, or nothing where records do not keep it."""

from __future__ import annotations

import libcst as cst
import pytest

from gatecheck.facts import records as r
from gatecheck.facts.collect import SHELL
from gatecheck.facts.lower import Lowerer
from gatecheck.fixes.source import Line, expression, renamed, signature, statement, substitute


def parsed(text: str) -> r.Stmt:
    (only,) = Lowerer(SHELL).statements(cst.parse_module(text).body)
    return only


def value(text: str) -> r.Expr:
    stmt = parsed(text)
    assert isinstance(stmt, r.ExprStmt)
    return stmt.value


@pytest.mark.parametrize(
    "text",
    [
        "self.counter.wait_until(layer_id - self.start_layer)",
        "counter is not None",
        "(a and b) or c",
        "not counter",
        "-i",
        "(a + b) * 2",
        "table['k'][i]",
        "wait(*rows, index=i, **rest)",
        "None",
    ],
)
def test_an_expression_comes_back_as_it_was(text: str) -> None:
    assert expression(value(text)) == text


@pytest.mark.parametrize("text", ["[i for i in x]", "f'{x}'", "x[1:2]", "wait(lambda: 1)", "a + (lambda: 1)", "x[[1]]"])
def test_what_records_do_not_keep_has_no_text(text: str) -> None:
    assert expression(value(text)) is None


def test_a_wait_under_its_condition() -> None:
    lines = (Line(0, "if counter is not None:"), Line(1, "counter.wait_until(i)"))
    assert statement(parsed("if counter is not None:\n    counter.wait_until(i)\n")) == lines


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n",
        "if a:\n    wait()\nelse:\n    wait()\n",
        "if [a for a in b]:\n    wait()\n",
        "if a:\n    x = 1\n",
        "wait(lambda: 1)\n",
    ],
)
def test_what_siblings_do_not_write_is_no_wait(text: str) -> None:
    assert statement(parsed(text)) is None


@pytest.mark.parametrize(
    ("parameters", "typed", "text"),
    [
        ("self, layer_id", False, "layer_id"),
        ("self, layer_id: int, dtype=None", False, "layer_id, dtype=None"),
        ("self, layer_id: int, dtype: str = 'half'", True, "layer_id: int, dtype: str = 'half'"),
        ("self, layer_id: Any[1:2]", True, "layer_id"),
        ("self, *rows", False, None),
        ("self, layer_id=[x for x in y]", False, None),
    ],
)
def test_parameters_are_written_as_a_definition_has_them(parameters: str, typed: bool, text: str | None) -> None:
    record = parsed(f"def f({parameters}):\n    pass\n")
    assert isinstance(record, r.Function)
    assert signature(record, typed=typed) == text


def test_one_place_is_written_anew_and_the_others_stay() -> None:
    call = value("wait(i, i)")
    assert isinstance(call, r.Call)
    first = call.args[0].value
    assert expression(substitute(call, first, value("j"))) == "wait(j, i)"
    assert (
        expression(renamed(call, {"i": value("pool.i"), "wait": value("pool.wait")}, first)) == "pool.wait(i, pool.i)"
    )
