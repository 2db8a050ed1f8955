"""A gate is written on the counter that the object has, and into whatever block its method is defined in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import WAIT, inserted, outcome, program, rules

ROWS = "def get_first(self, layer_id):\n{pad}    return self.rows[layer_id - self.start_layer].clone()\n"
OWN_COUNTER = """\
class Apart(Pool):
    def register_layer_transfer_counter(self, counter):
        self.{name} = counter

    def get_rows(self, layer_id):
        return super().get_rows(layer_id)
"""


@pytest.mark.parametrize(
    ("head", "depth"),
    [
        ("try:\n    import fast\n\n    class Hasty(Pool):\n", 2),
        ("class Hasty(Pool):\n    if torch.version.hip:\n", 2),
        ("class Hasty(Pool):\n    size = 1\n\n    if size:\n", 2),
    ],
)
def test_a_method_that_is_defined_under_a_condition_waits(tmp_path: Path, head: str, depth: int) -> None:
    pad = "    " * depth
    foot = "except ImportError:\n    pass\n" if head.startswith("try") else ""
    text = program(head + pad + ROWS.format(pad=pad) + foot)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == ["    " * (depth - 1) + line for line in WAIT]
    assert done.refusals == ()
    assert outcome(tmp_path, new)[0] == new


def test_the_wait_is_on_the_counter_that_is_registered(tmp_path: Path) -> None:
    text = program(OWN_COUNTER.format(name="loads"))
    assert rules(tmp_path, text) == [("GC002", "Apart.get_rows")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == [line.replace("self.counter", "self.loads") for line in WAIT]
    assert done.refusals == ()
    assert rules(tmp_path, new) == []


def test_no_wait_is_offered_on_a_counter_that_is_never_registered(tmp_path: Path) -> None:
    text = program(OWN_COUNTER.format(name="loads = self.spare"))
    new, done = outcome(tmp_path, text)
    assert new == text
    assert done.refusals == ()
    (only,) = done.after.report.findings
    assert only.fix.reason == "no method near Apart.get_rows shows how to wait"
