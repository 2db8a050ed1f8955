"""Which values of a name reach one of its uses."""

from __future__ import annotations

import pytest

from gatecheck.facts import records as r
from gatecheck.facts.collect import Chunk, lower_chunk
from gatecheck.facts.visit import walk_all
from gatecheck.program.reaching import reaching

FUNCTIONS = [
    ("x = 1\nuse(x)\nx = 2", [1]),
    ("if a:\n    x = 1\n    use(x)\nelse:\n    x = 2\nx = 3", [1]),
    ("if a:\n    x = 1\nelse:\n    x = 2\nuse(x)", [1, 2]),
    ("x = 1\nfor a in b:\n    use(x)\n    x = 2", [1, 2]),
    ("x = 1\nwhile a:\n    x = 2\nelse:\n    use(x)", [1, 2]),
    ("x = 1\ntry:\n    x = 2\nexcept E:\n    use(x)", [1, 2]),
    ("x = 1\nwith a:\n    x = 2\nuse(x)", [2]),
    ("use((x := 1), x)", [1]),
    ("x = 1\ndef f():\n    use(x)\nx = 2", [1]),
    ("use(x)\nx = 1", []),
    ("y = 1\nuse(x)", []),
]


@pytest.mark.parametrize(("body", "expected"), FUNCTIONS)
def test_only_what_is_assigned_on_a_way_to_a_use_reaches_it(body: str, expected: list[int]) -> None:
    text = "def g(a, b):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    record = lower_chunk(Chunk("m.py", text, text, "g", 1, method=False))
    calls = (node for node in walk_all(record.body) if isinstance(node, r.Call))
    use = next(call.args[-1].value for call in calls if isinstance(call.func, r.Name) and call.func.id == "use")
    assert isinstance(use, r.Name)
    assert reaching(record, use) == tuple(map(r.Const, expected))


def test_a_name_that_stands_nowhere_has_its_last_values() -> None:
    text = "def g(a):\n    x = 1\n    if a:\n        x = 2\n"
    record = lower_chunk(Chunk("m.py", text, text, "g", 1, method=False))
    assert reaching(record, r.Name("x", -1)) == (r.Const(2), r.Const(1))
