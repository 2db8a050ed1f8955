"""Waits that block until a count has come past their index."""

from __future__ import annotations

import textwrap

import pytest

from gatecheck.facts.collect import Chunk, lower_chunk
from gatecheck.program.blocking import counts


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        ("while self.count <= index:\n    self.condition.wait()", True),
        ("while index >= self.count:\n    self.condition.wait()", True),
        ("self.condition.wait_for(lambda: self.count > index)", True),
        ("self.events[self.slot].wait(index)", False),
        ("if index >= self.layers:\n    raise IndexError\nself.events[index].wait()", False),
        ("while self.slot is None:\n    self.condition.wait()\nself.events[index].wait()", False),
    ],
)
def test_a_wait_that_compares_its_index_with_a_count(body: str, *, blocks: bool) -> None:
    source = "def wait_until(self, index):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    assert counts(lower_chunk(Chunk("m.py", source, source, "wait_until", 1, method=False))) is blocks
