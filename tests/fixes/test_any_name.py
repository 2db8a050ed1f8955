"""A parameter that the first layer is taken off is a layer's number, whatever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety
from tests.fixes.small import ANY, SAFE, inserted, outcome, program, rules

WAITING = "            self.counter.wait_until({name} - self.start_layer)"


@pytest.mark.parametrize(
    "body",
    [
        "return self.rows[{name} - self.start_layer].clone()",
        "local = {name} - self.start_layer\n        return self.rows[local].clone()",
        "return self._row({name}).clone()",
        "first = self.start_layer\n        return self.rows[{name} - first].clone()",
    ],
)
@pytest.mark.parametrize("name", ["layer_id", "idx", "depth"])
def test_the_name_of_a_layer_tells_nothing_of_the_fix(tmp_path: Path, body: str, name: str) -> None:
    text = program(
        "class Hasty(Pool):\n    def _row(self, i):\n        return self.rows[i - self.start_layer]\n\n"
        f"    def get_first(self, {name}):\n        {body.format(name=name)}\n"
    )
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == ["        if self.counter is not None:", WAITING.format(name=name)]
    assert [r.offer.safety for r in done.repairs] == [Safety.SAFE]
    assert rules(tmp_path, new) == []


def test_what_a_mapping_is_asked_for_is_a_layer_by_its_name_only(tmp_path: Path) -> None:
    text = program(
        "class Mapped(Pool):\n    def __init__(self, size, ids):\n        super().__init__(size, len(ids))\n"
        "        self.places = {each: i for i, each in enumerate(ids)}\n\n"
        "    def get_first(self, key):\n        return self.rows[self.places[key]].clone()\n"
    )
    assert rules(tmp_path, text) == [("GC001", "Mapped.get_first")]
    assert outcome(tmp_path, text, SAFE)[0] == text
    _, done = outcome(tmp_path, text, ANY)
    reasons = [each.offer.reason for each in done.repairs]
    assert all(
        reason.endswith("nothing shows that what Mapped.get_first reads by is a layer's number") for reason in reasons
    )
