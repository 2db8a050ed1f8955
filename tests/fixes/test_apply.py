"""A batch of repairs costs few looks, and one that does not help takes none of the others with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from gatecheck import check
from gatecheck.fixes.apply import Wanted, repair
from tests.fixes.small import ANY, SAFE, inserted, program, request, rules

ROW = "self.rows[layer_id - self.start_layer].clone()"
WAITS = "        if self.counter is not None:\n            self.counter.wait_until(layer_id - self.start_layer)\n"
GOOD = "".join(f"    def get_{n}(self, layer_id):\n        return {ROW}\n\n" for n in range(6))
BAD = f"    def get_pair(self, layer_id):\n        return {ROW}, {ROW}\n"


def test_what_does_not_help_is_set_aside_at_once(tmp_path: Path) -> None:
    text = program("class Hasty(Pool):\n" + GOOD + BAD)
    asked = request(tmp_path, text)
    first = check.examine(asked)
    assert len(first.report.findings) == 7
    looks = []

    (stubborn,) = (each for each in first.report.findings if each.symbol == "Hasty.get_pair")

    def again(before: check.Examined, changed: Mapping[str, str]) -> check.Examined:
        """Analyse again, and never be content with what is done to one of the methods."""
        looks.append(sorted(changed))
        after = check.again(asked, before, changed)
        if any(each.symbol == stubborn.symbol for each in after.report.findings):
            return after
        kept = msgspec.structs.replace(after.report, findings=(*after.report.findings, stubborn))
        return msgspec.structs.replace(after, report=kept)

    done = repair(first, Wanted(ANY), again)
    assert len(done.repairs) == 6
    assert inserted(text, dict(done.texts)["pool.py"]) == WAITS.splitlines() * 6
    (left,) = done.after.report.findings
    assert (left.symbol, left.fix.strategy) == ("Hasty.get_pair", None)
    assert left.fix.reason.startswith("not applied: ")
    # One that fails, one without the culprit, and the tries that the culprit has left, on the repaired tree once more.
    assert len(looks) <= 8


MASKED = """\
class Inner(Pool):
    def get_first(self, layer_id):
        return self.rows[layer_id - self.start_layer].clone()


class Owner(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.inner = Inner(size, layer_num)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_gated(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(layer_id)

    def get_first(self, layer_id):
        return self.inner.get_first(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size):
    pool, other = Owner(size, 4), Inner(size, 4)
    pool.register_layer_transfer_counter(Counter(4))
    other.register_layer_transfer_counter(Counter(4))
    return pool, other
"""


def test_an_inner_pool_and_its_owner_are_repaired_together(tmp_path: Path) -> None:
    text = program(MASKED)
    assert ("GC001", "Inner.get_first") in rules(tmp_path, text)
    asked = request(tmp_path, text)
    first = check.examine(asked)
    named = frozenset(f.fingerprint for f in first.report.findings)
    done = repair(first, Wanted(SAFE, named), lambda before, changed: check.again(asked, before, changed))
    new = dict(done.texts)["pool.py"]
    assert sorted(r.finding.symbol for r in done.repairs) == ["Inner.get_first", "Owner.get_first"]
    assert inserted(text, new) == WAITS.splitlines() * 2
    assert rules(tmp_path, new) == []
