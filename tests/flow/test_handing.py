"""What a function can hand on, as far as its text shows."""

from __future__ import annotations

import textwrap

import pytest

from gatecheck.facts.collect import Chunk, lower_chunk
from gatecheck.facts.records import Function
from gatecheck.flow.handing import hands_on

WORDS = frozenset({"rows", "get_rows"})


def lowered(body: str) -> Function:
    source = "def f(pool, i, out, other):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    return lower_chunk(Chunk("m.py", source, source, "f", 1, method=False))


@pytest.mark.parametrize(
    "body",
    [
        "return pool.rows[i]",
        "return pool.rows[i].view(-1, 8)",
        "return pool.get_rows(i)",
        "rows = pool.get_rows(i)\nreturn rows, i",
        "keys = pool.rows\nwanted = keys[i]\nreturn wanted if out else None",
        "for row in pool.rows:\n    yield row",
        "return [row for row in pool.rows]",
        "with pool.get_rows(i) as kept:\n    return kept",
        "other.kept = pool.rows[i]",
        "other.first, other.second = pool.rows",
        "other.kept[i] = pool.rows",
        "found = []\nfound[0:1] = pool.rows\nreturn found",
        "if (row := pool.rows[i]) is not None:\n    return row",
        "return torch.narrow(pool.rows[i], 0, 0, 1)",
        "return {'key': pool.rows[i]}",
        "return partial(out, pool.rows[i])",
        "rows = None\nrows += pool.rows\nreturn rows",
        "found = []\nfound.append(pool.rows[i])\nreturn found",
        "other.kept = [pool.rows[0]] + [pool.rows[1]]",
    ],
)
def test_an_address_leaves(body: str) -> None:
    assert hands_on(lowered(body), WORDS)


@pytest.mark.parametrize(
    "body",
    [
        "return",
        "return i + 1",
        "return torch.softmax(pool.rows[i], -1)",
        "out.copy_(pool.rows[i])",
        "n = len(pool.rows)\nreturn n",
        "return pool.rows[i] @ out",
        "other.count = pool.size",
        "rows = pool.rows\nreturn out",
        "return not pool.rows",
    ],
)
def test_nothing_leaves(body: str) -> None:
    assert not hands_on(lowered(body), WORDS)
