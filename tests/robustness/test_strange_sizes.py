"""Programs that are large or deep: an answer in bounded time, or a sentence that says why there is none."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine import check
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")
DEFECT = frozenset({("GC001", "HastyPool.get_first_row")})
LEVELS = 1000
PATIENCE = 120
"""Seconds, on two slow cores that do other work too."""


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    started = time.process_time()
    yield
    assert time.process_time() - started < PATIENCE


def body(line: str, *, method: str = "get_deep") -> str:
    return f"\n\nclass DeepPool(Pool):\n    def {method}(self, layer_id, x):\n        {line}\n"


def test_five_megabytes_of_numbers(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "table.py").write_text("TABLE = [\n" + "    0x12345678,\n" * 330_000 + "]\n", encoding="utf-8")
    assert (tmp_path / "table.py").stat().st_size > 4_900_000
    checked = check(tmp_path)
    assert (checked.code, checked.pairs, checked.failed) == (1, DEFECT, ())


def test_many_functions_that_speak_of_the_protocol(tmp_path: Path) -> None:
    functions = "".join(f"def f_{i}(pool):\n    return pool.wait_until({i})\n\n\n" for i in range(5_000))
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "generated.py").write_text(functions, encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs, checked.failed) == (1, DEFECT, ())


def test_a_hundred_thousand_lines(tmp_path: Path) -> None:
    lines = "".join(f"    x = rows[{i}]\n" for i in range(100_000))
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "long.py").write_text(f"def use(rows):\n{lines}", encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs, checked.failed) == (1, DEFECT, ())


@pytest.mark.parametrize(
    "line",
    [
        "return " + "(" * LEVELS + "x" + ")" * LEVELS,
        "return " + "[" * LEVELS + "x" + "]" * LEVELS,
        "return " + "-" * LEVELS + "x",
        "return x" + ".y" * LEVELS,
        "return x" + "()" * LEVELS,
        "return x" + "[0]" * LEVELS,
        "return " + "x + " * LEVELS + "x",
        "return " + "x if x else " * LEVELS + "x",
        "return " + "lambda: " * LEVELS + "x",
        "return " + "f(" * LEVELS + "x" + ")" * LEVELS,
    ],
    ids=[
        "parentheses",
        "lists",
        "signs",
        "attributes",
        "calls",
        "subscripts",
        "sums",
        "choices",
        "lambdas",
        "arguments",
    ],
)
def test_a_thousand_levels_of_an_expression(tmp_path: Path, line: str) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "deep.py").write_text(f"from pool import Pool\n{body(line)}", encoding="utf-8")
    checked = check(tmp_path)
    assert checked.pairs == DEFECT
    assert [each.file for each in checked.failed] in ([], ["deep.py"])
    assert checked.code == (3 if checked.failed else 1)


@pytest.mark.parametrize("head", ["if x:", "for y in x:", "while x:", "with x:", "def f():", "class C:"])
def test_ninety_levels_of_blocks(tmp_path: Path, head: str) -> None:
    """Python's own parser stops at a hundred."""
    deep = "".join(f"{'    ' * (2 + i)}{head}\n" for i in range(90)) + "    " * 92 + "pass"
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "deep.py").write_text(f"from pool import Pool\n{body(deep.strip())}", encoding="utf-8")
    checked = check(tmp_path)
    assert checked.pairs == DEFECT
    assert checked.code == (3 if checked.failed else 1)


def test_a_thousand_branches_in_a_chain(tmp_path: Path) -> None:
    chain = "if x == 0:\n            y = 0\n" + "".join(
        f"        elif x == {i}:\n            y = {i}\n" for i in range(1, LEVELS)
    )
    end = "        return self.rows[layer_id - self.start_layer].clone()"
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "deep.py").write_text(f"from pool import Pool\n{body(chain + end)}", encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.failed) == (1, ())
    assert checked.pairs == DEFECT | {("GC001", "DeepPool.get_deep")}


def test_a_thousand_branches_in_a_row(tmp_path: Path) -> None:
    """The ways double with each of them, and the cost does not."""
    rows = "\n".join(f"        if x == {i}:\n            x = {i + 1}" for i in range(LEVELS)).strip()
    end = "\n        return self.rows[layer_id - self.start_layer].clone()"
    (tmp_path / "pool.py").write_text(PROTOCOL + body(rows + end), encoding="utf-8")
    assert check(tmp_path).pairs == {("GC001", "DeepPool.get_deep")}


def test_a_chain_of_five_hundred_methods(tmp_path: Path) -> None:
    chain = "".join(
        f"    def _step_{i}(self, layer_id):\n        return self._step_{i + 1}(layer_id)\n\n" for i in range(500)
    )
    end = "    def _step_500(self, layer_id):\n        return self.rows[layer_id - self.start_layer].clone()\n"
    text = body("return self._step_0(layer_id)") + "\n" + chain + end
    (tmp_path / "pool.py").write_text(PROTOCOL + text, encoding="utf-8")
    checked = check(tmp_path)
    assert checked.failed == ()
    assert checked.pairs <= {("GC001", "DeepPool.get_deep")}


def test_a_chain_of_a_hundred_classes(tmp_path: Path) -> None:
    heirs = "".join(f"\n\nclass Pool{i}(Pool{i - 1 if i else ''}):\n    pass\n" for i in range(100))
    last = UNGATED.format(comment="").replace("(Pool)", "(Pool99)")
    (tmp_path / "pool.py").write_text(PROTOCOL + heirs + last, encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (1, DEFECT)
