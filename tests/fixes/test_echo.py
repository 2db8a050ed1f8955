"""A repair may give rise to a doubt about a buffer that nobody loads; that doubt is told, and repaired by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck import check
from gatecheck.findings import Confidence, ManagedKind
from tests.fixes.small import ANY, WAIT, inserted, outcome, program, request, rules

SCALED = """\
class Scaled(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.scales = [torch.zeros(size) for _ in range(layer_num)]

    def get_both(self, layer_id):
        return self.rows[layer_id - self.start_layer], self.scales[layer_id - self.start_layer]

    def get_scale(self, layer_id):
        return self.scales[layer_id - self.start_layer]
"""
LOADED = """

class ScaledHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.scales[layer_id][device_indices] = self.scales[layer_id][host_indices].cuda(non_blocking=True)
"""


@pytest.mark.parametrize(("above", "waits"), [("", 1), (LOADED, 2)])
def test_what_only_waits_tell_of_is_repaired_by_no_later_run(tmp_path: Path, above: str, waits: int) -> None:
    text = program(SCALED + above)
    assert len(rules(tmp_path, text)) == waits
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == WAIT * waits
    assert outcome(tmp_path, new, ANY)[0] == new


def test_it_says_why(tmp_path: Path) -> None:
    new, _ = outcome(tmp_path, program(SCALED), ANY)
    (finding,) = check.check(request(tmp_path, new)).findings
    assert finding.symbol == "Scaled.get_scale"
    assert finding.confidence is Confidence.LOW
    assert finding.managed_because is not None
    assert finding.managed_because.kind is ManagedKind.BELIEVED
    assert finding.fix.strategy is None
    assert "load Scaled.scales" in finding.fix.reason
