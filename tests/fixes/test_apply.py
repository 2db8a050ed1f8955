"""A batch of repairs costs few looks, and one that does not help takes none of the others with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gatecheck import check
from gatecheck.fixes.apply import Wanted, repair
from tests.fixes.small import ANY, inserted, program, request

ROW = "self.rows[layer_id - self.start_layer].clone()"
WAITS = "        if self.counter is not None:\n            self.counter.wait_until(layer_id - self.start_layer)\n"
NEXT = "self.rows[layer_id + 1 - self.start_layer].clone()"
GOOD = "".join(f"    def get_{n}(self, layer_id):\n        return {ROW}\n\n" for n in range(6))
BAD = f"    def get_pair(self, layer_id):\n{WAITS}        return {ROW}, {NEXT}\n"


def test_what_does_not_help_is_set_aside_at_once(tmp_path: Path) -> None:
    text = program("class Hasty(Pool):\n" + GOOD + BAD)
    asked = request(tmp_path, text)
    first = check.examine(asked)
    assert len(first.report.findings) == 7
    looks = []

    def again(before: check.Examined, changed: Mapping[str, str]) -> check.Examined:
        looks.append(sorted(changed))
        return check.again(asked, before, changed)

    done = repair(first, Wanted(ANY), again)
    assert len(done.repairs) == 6
    assert inserted(text, dict(done.texts)["pool.py"]) == WAITS.splitlines() * 6
    (left,) = done.after.report.findings
    assert (left.symbol, left.fix.strategy) == ("Hasty.get_pair", None)
    assert left.fix.reason.startswith("not applied: ")
    # One that fails, one without the culprit, and the tries that the culprit has left, on the repaired tree once more.
    assert len(looks) <= 8
