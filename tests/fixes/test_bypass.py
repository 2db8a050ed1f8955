"""A reader outside the pools is pointed at the pool's own method; where there is none, the pool gets one."""

from __future__ import annotations

from pathlib import Path

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, outcome, program, rules
from tests.fixes.test_other_rules import OWNER

COPY = """

class Inner(Pool):
    def copy_from(self, src, dst):
        for row in self.rows:
            row[dst] = row[src]

"""
RUNNER = """

class Runner:
    def __init__(self, pool: Owner):
        self.pool = pool

    def copy_on_write(self, src, dst):
        self.pool.inner.copy_from(
            src,  # from here
            dst,
        )
"""
TEXT = program(COPY.lstrip() + OWNER.replace("self.inner = Pool(", "self.inner = Inner(") + RUNNER).replace(
    "        layer_id = self.mapping[layer_id]\n        return", "        self.wait_for(layer_id)\n        return"
)
ACCESSOR = """\
    def copy_rows(self, src, dst):
        self.wait_for(max(self.mapping))
        self.inner.copy_from(src, dst)

"""


def test_a_pool_gets_a_method_that_waits_and_delegates(tmp_path: Path) -> None:
    assert rules(tmp_path, TEXT) == [("GC006", "Runner.copy_on_write")]
    assert outcome(tmp_path, TEXT, SAFE)[0] == TEXT
    new, done = outcome(tmp_path, TEXT, ANY)
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.UNSAFE)]
    assert ACCESSOR.replace("copy_rows", "inner_copy_from").rstrip() in new
    assert "        self.pool.inner_copy_from(\n            src,  # from here\n" in new
    assert rules(tmp_path, new) == []


def test_a_call_goes_to_the_method_with_the_same_result(tmp_path: Path) -> None:
    text = TEXT.replace("    def get_gated", ACCESSOR + "    def get_gated")
    assert rules(tmp_path, text) == [("GC006", "Runner.copy_on_write")]
    new, _ = outcome(tmp_path, text, ANY)
    assert new == text.replace("self.pool.inner.copy_from(\n", "self.pool.copy_rows(\n")


def test_a_reader_of_the_buffer_itself_waits_at_its_place(tmp_path: Path) -> None:
    text = program(
        "class Reader:\n"
        "    def __init__(self, pool: Pool):\n        self.pool = pool\n\n"
        "    def read(self, layer_id):\n"
        "        return self.pool.rows[layer_id - self.pool.start_layer].clone()\n"
    )
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert [r.offer.strategy for r in done.repairs] == [Strategy.CALL_SITE]
    assert new == text.replace(
        "        return self.pool.rows",
        "        if self.pool.counter is not None:\n"
        "            self.pool.counter.wait_until(layer_id - self.pool.start_layer)\n"
        "        return self.pool.rows",
    )
