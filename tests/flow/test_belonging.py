"""Which parameters of a method are its own object."""

from __future__ import annotations

import pytest

from gatecheck.facts.collect import Chunk, lower_chunk
from gatecheck.flow.belonging import own_parameters


@pytest.mark.parametrize(
    ("source", "annotated", "own"),
    [
        ("def f(self, pool): return pool.rows", set(), {"self"}),
        ("def f(self, pool): return pool.rows", {"pool"}, {"self"}),
        ("@classmethod\ndef f(cls, pool): return pool", {"pool"}, {"cls", "pool"}),
        ("@classmethod\ndef f(cls, pool): return pool.rows", set(), {"cls", "pool"}),
        ("@classmethod\ndef f(cls, config): return config.size", set(), {"cls"}),
        ("@staticmethod\ndef f(layer, pool): return pool", {"pool"}, {"pool"}),
        ("@staticmethod\ndef f(layer, pool): return pool.rows", set(), {"pool"}),
        ("@staticmethod\ndef f(pool, layer): return pool", set(), {"pool"}),
        ("@staticmethod\ndef f(source, target): return source", {"source", "target"}, {"source"}),
    ],
)
def test_whoever_is_bound_to_no_object_may_be_given_it(source: str, annotated: set[str], own: set[str]) -> None:
    record = lower_chunk(Chunk("m.py", source, source, "f", 1, method=False))
    assert own_parameters(record, frozenset(annotated), {"rows"}) == own
