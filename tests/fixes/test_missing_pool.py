"""A pool that may be missing where its buffer is read is asked for nothing there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import ANY, inserted, outcome, program, rules

READER = """\
class Reader:
    def __init__(self, pool: Pool):
        self.pool = pool

    def read(self, q, layer_id):
{body}
"""
ROWS = "self.pool.rows[layer_id - self.pool.start_layer]"
GATE = [
    "if self.pool.counter is not None:",
    "    self.pool.counter.wait_until(layer_id - self.pool.start_layer)",
]


@pytest.mark.parametrize(
    ("body", "test"),
    [
        (f"rows = {ROWS} if self.pool else q\nreturn q @ rows", "self.pool"),
        (f"rows = q if self.pool is None else {ROWS}\nreturn q @ rows", "not (self.pool is None)"),
        (f"rows = {ROWS} if self.pool is not None and q else q\nreturn q @ rows", "self.pool is not None and q"),
        (f"rows = self.pool and {ROWS}\nreturn q @ rows", "self.pool"),
        (f"if self.pool:\n    rows = {ROWS}\nelse:\n    rows = q\nreturn q @ rows", None),
        (f"if self.pool is None:\n    return q\nrows = {ROWS}\nreturn q @ rows", None),
        (f"rows = {ROWS}\nreturn q @ rows if self.pool else q", None),
    ],
)
def test_the_wait_stands_under_the_condition_under_which_the_buffer_is_taken(
    tmp_path: Path, body: str, test: str | None
) -> None:
    text = program(READER.format(body="".join(f"        {line}\n" for line in body.split("\n"))))
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, _ = outcome(tmp_path, text, ANY)
    found = inserted(text, new)
    assert [line.strip() for line in found[-2:]] == [line.strip() for line in GATE]
    assert [line.strip() for line in found[:-2]] == ([f"if {test}:"] if test is not None else [])
    assert rules(tmp_path, new) == []
