"""Where two layers are read, a wait is written for each, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety
from tests.fixes.small import ANY, inserted, outcome, program, rules

LOAD = (
    "        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)\n"
)
MADE = "        self.rows = [torch.zeros(size, 8) for _ in range(layer_num)]\n"
HEAD = "class Cross(Pool):\n    def get_pair(self, {head}):\n"
GATE = "        if self.counter is not None:\n            self.counter.wait_until({index} - self.start_layer)\n"


def reader(head: str, body: str) -> str:
    """A pool with a method of this body; it has a second buffer, loaded as the first is."""
    text = program(HEAD.format(head=head) + body)
    return text.replace(LOAD, LOAD + LOAD.replace("rows", "cols")).replace(MADE, MADE + MADE.replace("rows", "cols"))


def pair(one: str, other: str, buffer: str = "cols") -> str:
    return (
        f"        a = self.rows[{one} - self.start_layer].clone()\n"
        f"        b = self.{buffer}[{other} - self.start_layer].clone()\n        return a, b\n"
    )


@pytest.mark.parametrize("buffer", ["rows", "cols"])
@pytest.mark.parametrize(
    ("head", "one", "other"), [("layer_id, far: int", "layer_id", "far"), ("owner", "owner.near", "owner.far")]
)
def test_each_layer_that_is_read_is_waited_for(tmp_path: Path, head: str, one: str, other: str, buffer: str) -> None:
    text = reader(head, pair(one, other, buffer))
    assert rules(tmp_path, text) == [("GC001", "Cross.get_pair")]
    new, done = outcome(tmp_path, text)
    assert new == text.replace("        a = ", f"{GATE.format(index=one)}{GATE.format(index=other)}        a = ")
    assert [r.offer.safety for r in done.repairs] == [Safety.SAFE]
    assert rules(tmp_path, new) == []


def test_a_second_layer_that_may_be_no_number_is_waited_for_only_when_asked(tmp_path: Path) -> None:
    text = reader("layer_id, far", pair("layer_id", "far"))
    assert outcome(tmp_path, text)[0] == text
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == (GATE.format(index="layer_id") + GATE.format(index="far")).splitlines()


def test_a_variable_that_is_one_layer_and_then_another_is_waited_for_by_nobody(tmp_path: Path) -> None:
    first, second = "        layer_id = both[0]\n", "        layer_id = both[1]\n"
    a, b, end = pair("layer_id", "layer_id", "rows").splitlines(keepends=True)
    text = reader("both", first + a + second + b + end)
    assert rules(tmp_path, text) == [("GC001", "Cross.get_pair")]
    new, done = outcome(tmp_path, text)
    assert new == text
    (finding,) = done.after.report.findings
    assert "no name for the layer that it reads" in finding.fix.reason


@pytest.mark.parametrize(("other", "buffer"), [("far", "cols"), ("layer_id + 1", "cols"), ("layer_id + 1", "rows")])
def test_a_wait_that_another_read_relies_on_stays(tmp_path: Path, other: str, buffer: str) -> None:
    gate = GATE.format(index="layer_id")
    text = reader("layer_id: int, far: int", gate + pair("layer_id", other, buffer))
    new, done = outcome(tmp_path, text, ANY)
    index = other if other == "far" else f"({other})"
    assert new == text.replace(gate + "        a", f"{GATE.format(index=index)}{gate}        a")
    assert "its wait is for another one that it reads" in done.repairs[0].offer.reason
