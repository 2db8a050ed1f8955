"""Python's own tree is lowered to the very records that libcst's is, or not at all."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from gatecheck.facts.collect import SHELL, Chunk, lower_chunk
from gatecheck.facts.locate import Locator
from gatecheck.facts.lower import Lowerer
from gatecheck.facts.native import lower_function, lower_statements
from gatecheck.findings import Place

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for folder in ("gatecheck", "tests") for path in (ROOT / folder).rglob("*.py"))

SAME = [
    "x = a or b or c\ny = (a or b) or c\nz = a or (b or c)\nw = a < b < c and d\n",
    "f(a, *b, c=1, **d)\nf(x=g(), *h())\nf(*a, b)\nf(i for i in j)\n",
    "class C(A, *bases, metaclass=M, **more): pass\n",
    "def f(a, /, b=g(1), *c: int, d, e: int = 2, **k) -> int: return (yield)\n",
    "async def f():\n    async with a as b, c: await d\n    async for i in e: yield\n    else: del a, b\n",
    "x = lambda a, *b, c=1: a\ny = [i for i in a if b for j in c]\nz = {k: v for k, v in a}\n",
    "x = 'a' 'b'\ny = r'\\d'\nz = b'raw'\nu = '''two\nlines'''\nv = 'é' + 'ü'\nw = '" + "n" * 81 + "'\n",
    "x = f'{a!r:>{b}} {c[\"d\"]}' f'{e}'\ny = f'{x=}'\n",
    "x[a:b, c:, ::d]\nx[a,]\nx[(a, b)]\nx[...]\n",
    "x = -5\ny = -(5)\nz = - -5\nu = ~5\nv = not -x\nw = 1 << 63\ns = 4611686018427387904\nt = 1.5 + 2j\n",
    "if a:\n    pass\nelif b:\n    x += 1\nelse:\n    y @= 2\n",
    "try:\n    a()\nexcept (B, C) as e:\n    raise D from e\nexcept E: pass\nelse:\n    f()\nfinally:\n    g()\n",
    "match f(a):\n    case 1 | 2: pass\n    case C(x=b) as c if d: pass\n    case [1, *rest]: pass\n",
    "match a.b:\n    case None | -1: pass\n    case {'k': v, **more}: pass\n    case C.D: pass\n    case _: pass\n",
    "import a.b.c, d as e\nfrom ...f import g as h, i\nfrom . import *\n",
    "x: int\ny.z: list[int] = []\n*a, b = c = d\n",
    "global e; assert f, g\nwhile (h := i()): break\nelse: continue\n",
    "print(not a is b, a not in b, x if y else z, *c)\n",
]  # fmt: skip
UNCLEAR = ["x[*a]\n", "del a,\n", "x = 1\r\n", "ﬁ = 1\n", "x = (\n"]


def by_libcst(source: str) -> object:
    return Lowerer(SHELL).statements(cst.parse_module(source).body)


@pytest.mark.parametrize("source", SAME)
def test_both_trees_come_to_the_same_records(source: str) -> None:
    assert lower_statements(source, SHELL) == by_libcst(source)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_both_trees_of_a_module_come_to_the_same_records(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert lower_statements(source, SHELL) in (None, by_libcst(source))


@pytest.mark.parametrize("source", UNCLEAR)
def test_what_the_tree_does_not_tell_apart_is_left_to_libcst(source: str) -> None:
    assert lower_statements(source, SHELL) is None


def test_what_is_unclear_in_a_definition_is_lowered_all_the_same() -> None:
    source = "    def f(self):\n        del self.rows,\n"
    assert lower_function(f"class _:\n{source}", 1) is None
    assert lower_chunk(Chunk("m.py", source, source, "f", 1, method=True)).uses is not None


def test_what_libcst_refuses_is_found_by_its_first_line() -> None:
    text = "x = 0\ndef f(a):\n    (a): int\n"
    lowered = lower_function(text[6:], 1)
    assert lowered is not None
    assert Locator(lambda _: text, frozenset()).place("m.py", 1, lowered.at + 1) == Place("m.py", 2, 1, 2, 1)
