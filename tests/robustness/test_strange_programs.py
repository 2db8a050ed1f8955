"""Programs that are legal and odd, or that would fail when run: a defect beside the oddity is still found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import check
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")
DEFECT = frozenset({("GC001", "HastyPool.get_first_row")})
READ = "return self.rows[layer_id - self.start_layer].clone()"

ODD = {
    "inherits from itself": "class Loop(Loop):\n    def get(self, layer_id):\n        return self.rows[layer_id]\n",
    "inherits in a circle": "class A(C):\n    pass\n\n\nclass B(A):\n    pass\n\n\nclass C(B):\n    pass\n",
    "no order of its bases": "class X: ...\nclass Y(X): ...\nclass Z(X, Y): ...\n",
    "owns itself": (
        "from pool import Pool\n\n\nclass Own(Pool):\n    def __init__(self):\n        super().__init__(1, 1)\n"
        "        self.inner = Own()\n        self.me = self\n\n    def get(self, layer_id):\n"
        "        return self.me.inner.me.get(layer_id)\n"
    ),
    "metaclass": (
        "class Meta(type):\n    def __call__(cls, *args):\n        return super().__call__(*args)\n\n    @property\n"
        "    def rows(cls):\n        return cls\n\n\nclass Made(metaclass=Meta):\n"
        "    pass\n\n\nOther = Meta('Other', (Made,), {})\n"
    ),
    "imports itself": "import odd\nfrom odd import *\nfrom odd import x as y\nx = odd.y\n",
    "relative beyond the top": "from ..... import nothing\nfrom . import odd\nfrom .odd import x\n",
    "calls itself": "def f(x):\n    return f(f(x))\n\n\ndef g(x):\n    return h(x)\n\n\ndef h(x):\n    return g(x)\n",
    "assigns itself": "x = y\ny = x\na = b = a\nx.y.z = x\n",
    "dynamic": (
        "import sys\nglobals()['x'] = 1\nsetattr(sys, 'y', 2)\nexec('z = 3')\nC = type('C', (), {})\n"
        "for name in dir():\n    globals()[name] = None\n"
    ),
    "asks for everything": "class Any:\n    def __getattr__(self, name):\n        return getattr(self, name)\n",
    "rare syntax": (
        "async def f(x):\n    async for y in x:\n        async with y as (a, *b):\n            await a\n"
        "            yield b\n\n\n"
        "match [1, {'a': 2}]:\n    case [int(x), {'a': y, **rest}] if (z := x):\n        pass\n"
        "    case _:\n        pass\n"
        "x = [*y] if (n := 1) else {**z}\nlambda *a, b=1, **c: (yield)\n@(lambda f: f)\nclass C: ...\n"
        "try:\n    pass\nexcept* ValueError:\n    pass\ndel x\nglobal_x: int\nprint(f'{x!r:>{y}}', file=z)\n"
    ),
    "nothing": "",
    "only a comment": "# wait_until",
    "only a string": "'''wait_until'''",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_a_defect_beside_it_is_found(tmp_path: Path, text: str) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "odd.py").write_text(text, encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs, checked.failed) == (1, DEFECT, ())


def test_the_same_class_in_several_files(tmp_path: Path) -> None:
    """Each is its own class, and each of the two that hurry is found."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "three.py").write_text(PROTOCOL, encoding="utf-8")
    checked = check(tmp_path)
    assert [(each.file, each.symbol) for each in checked.findings] == [
        ("one.py", "HastyPool.get_first_row"),
        ("two.py", "HastyPool.get_first_row"),
    ]


def test_the_same_class_twice_in_a_file(tmp_path: Path) -> None:
    """The later definition is the one that counts."""
    idle = "\n\nclass HastyPool(Pool):\n    pass\n"
    hasty = UNGATED.format(comment="")
    (tmp_path / "pool.py").write_text(PROTOCOL + hasty + idle, encoding="utf-8")
    assert check(tmp_path).failed == ()
    (tmp_path / "pool.py").write_text(PROTOCOL + idle + hasty, encoding="utf-8")
    assert check(tmp_path).pairs == DEFECT


def test_a_star_import(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(PROTOCOL, encoding="utf-8")
    (tmp_path / "between.py").write_text("from base import *\n", encoding="utf-8")
    (tmp_path / "pool.py").write_text("from between import *\n" + UNGATED.format(comment=""), encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.pairs, checked.findings[0].file) == (DEFECT, "pool.py")


def test_imports_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text("import heir\n" + PROTOCOL, encoding="utf-8")
    (tmp_path / "heir.py").write_text(
        "from base import Pool\nimport other\n" + UNGATED.format(comment=""), encoding="utf-8"
    )
    (tmp_path / "other.py").write_text(
        "from heir import HastyPool\nfrom base import *\nimport heir as base\n", encoding="utf-8"
    )
    assert check(tmp_path).pairs == DEFECT


@pytest.mark.parametrize(
    "frame",
    [
        "if torch.cuda.is_available():\n{0}\nelse:\n    HastyPool = None\n",
        "try:\n    import fast\nexcept ImportError:\n{0}\n",
        "if True:\n    class HastyPool:\n        pass\nelse:\n{0}\n",
        "with torch.no_grad():\n{0}\n",
    ],
    ids=["if", "except", "else", "with"],
)
def test_a_conditional_definition(tmp_path: Path, frame: str) -> None:
    indented = "\n".join(f"    {line}" if line else "" for line in UNGATED.format(comment="").strip().splitlines())
    (tmp_path / "pool.py").write_text(f"{PROTOCOL}\n\n{frame.format(indented)}", encoding="utf-8")
    checked = check(tmp_path)
    assert checked.failed == ()
    assert checked.pairs == DEFECT


@pytest.mark.parametrize("head", ["def make():", "for _ in range(2):"])
def test_a_definition_inside_something(tmp_path: Path, head: str) -> None:
    """What it is called there is open; that it is there breaks nothing."""
    indented = "\n".join(f"    {line}" if line else "" for line in UNGATED.format(comment="").strip().splitlines())
    (tmp_path / "pool.py").write_text(f"{PROTOCOL}\n\n{head}\n{indented}\n", encoding="utf-8")
    (tmp_path / "hasty.py").write_text("from pool import Pool\n" + UNGATED.format(comment=""), encoding="utf-8")
    checked = check(tmp_path)
    assert checked.failed == ()
    assert checked.pairs == DEFECT


def test_recursion_between_the_wait_and_the_read(tmp_path: Path) -> None:
    """A method that calls itself before it waits has waited when it reads, and one that never waits has not."""
    text = (
        "\n\nclass Recursive(Pool):\n    def get_waited(self, layer_id, n):\n        if n:\n"
        "            return self.get_waited(layer_id, n - 1)\n        return self.get_rows(layer_id).clone()\n\n"
        "    def get_hasty(self, layer_id, n):\n        if n:\n            return self.get_hasty(layer_id, n - 1)\n"
        f"        {READ}\n"
    )
    (tmp_path / "pool.py").write_text(PROTOCOL + text, encoding="utf-8")
    assert check(tmp_path).pairs == {("GC001", "Recursive.get_hasty")}
