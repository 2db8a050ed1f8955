"""A read that only batches make for which nothing is loading needs no wait, and is no example of one either."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.config import Settings
from gatecheck.flow.modes import Modes
from gatecheck.flow.values import Sym, Value
from tests.flow.test_limits import found, report
from tests.rules.test_examples import KIT

POOL = """\
from kit import KVCache
import torch


class LanePool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.lanes = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def decode_lane(self, layer_id, batch):
        assert batch.forward_mode.is_decode()
        return self.lanes[layer_id - self.start_layer]

    def lane(self, layer_id):
        return self.lanes[layer_id - self.start_layer]


class LaneHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.lanes[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
"""


def asked(name: str) -> Value:
    return Sym("call", (Sym("attr", (Sym("param", ("f", "batch")), name)), (), ()))


def test_a_decode_only_accessor_is_no_sibling_that_waits(tmp_path: Path) -> None:
    path = tmp_path / "pool.py"
    path.write_text(POOL, encoding="utf-8")
    seen = report(KIT, path)
    assert found(seen) == {("GC001", "LanePool.lane")}
    assert [f.sibling for f in seen.findings] == [None]


@pytest.mark.parametrize(
    ("name", "truth", "said"),
    [
        ("is_decode", True, "decode"),
        ("is_decode", False, "other"),
        ("is_idle", True, "decode"),
        ("is_idle", False, None),
        ("is_extend", True, "extend"),
        ("is_extend", False, "rest"),
        ("is_mixed", True, "extend"),
        ("is_mixed", False, None),
        ("is_empty", True, None),
    ],
)
def test_what_a_check_says(name: str, truth: bool, said: str | None) -> None:
    assert Modes.of(Settings()).said(asked(name), truth) == said
