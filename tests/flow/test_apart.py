"""Two layers under two names of one kind: a wait for the one is, with a doubt, none for the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck import check
from gatecheck.findings import Confidence
from tests.fixes.small import program, request

HEAD = "class Pair(Pool):\n    def get_pair(self, {head}):\n"
GATE = "        if self.counter is not None:\n            self.counter.wait_until({index} - self.start_layer)\n"
ROW = "self.rows[{index} - self.start_layer].clone()"
READS = "        return " + ROW.format(index="{one}") + ", " + ROW.format(index="{other}") + "\n"


def found(folder: Path, head: str, body: str) -> list[tuple[str, Confidence]]:
    text = program(HEAD.format(head=head) + body)
    return [(f.rule, f.confidence) for f in check.check(request(folder, text)).findings]


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("near, far", "near", "far"),
        ("near, far", "near", "(far + 1)"),
        ("owner", "owner.near", "owner.far"),
        ("both", "both[0]", "both[1]"),
    ],
)
def test_the_other_layer_that_is_read_is_told_with_a_doubt(tmp_path: Path, head: str, one: str, other: str) -> None:
    reads = READS.format(one=one, other=other)
    assert found(tmp_path, head, GATE.format(index=one) + reads) == [("GC005", Confidence.LOW)]
    assert found(tmp_path, head, GATE.format(index=one) + GATE.format(index=other) + reads) == []


@pytest.mark.parametrize(
    "body",
    [
        # Nothing else is read: the index may well be the event of what is.
        GATE.format(index="near") + "        return " + ROW.format(index="far") + "\n",
        # It is waited for where it is another one.
        GATE.format(index="near")
        + "        if near != far:\n            self.wait_for(far)\n"
        + READS.format(one="near", other="far"),
        GATE.format(index="max(near, far)") + READS.format(one="near", other="far"),
        # The second name is of the first.
        "        far = near if far is None else near\n"
        + GATE.format(index="near")
        + READS.format(one="near", other="far"),
        # The last event covers all of them.
        GATE.replace("{index} - self.start_layer", "self.layer_num - 1") + READS.format(one="near", other="far"),
    ],
)
def test_layers_that_may_be_one_are_not_told(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, "near, far=None", body) == []


def test_what_is_not_waited_for_at_all_is_no_doubt(tmp_path: Path) -> None:
    assert found(tmp_path, "near, far", READS.format(one="near", other="far")) == [("GC001", Confidence.HIGH)]
