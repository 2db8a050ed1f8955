"""The index that a wait behind a look-up gets counts as the pool's other waits and its loads do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import outcome, program, rules

TEXT = """\
class Sparse:
    def __init__(self, size, layer_num, start_layer, ids):
        self.layer_num = layer_num
        self.start_layer = start_layer
        self.counter = None
        self.some = [torch.zeros(size, 8) for _ in ids]
        self.places = {g: i for i, g in enumerate(ids)}

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
BESIDE
    def get_some(self, layer_id):
        place = self.places[layer_id]
        if self.counter is not None:
            self.counter.wait_until(INDEX)
        return self.some[place]


class SparseHost:
    def __init__(self, ids):
        self.ids = ids

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places[KEY]
        device_pool.some[place][device_indices] = self.host[place][host_indices].cuda()
"""
BESIDE = """
    def get_copy(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until({})
        return self.some[self.places[layer_id]].clone()
"""
BARE, LESS = "layer_id", "layer_id - self.start_layer"
SHOWN = {
    "by the load": ("", "layer_id + device_pool.start_layer", LESS),
    "by the load that adds nothing": ("", "layer_id", BARE),
    "by nothing": ("", "self.ids[layer_id]", LESS),
    "by another wait": (BESIDE.format(LESS), "self.ids[layer_id]", LESS),
    "by another wait that takes nothing off": (BESIDE.format(BARE), "self.ids[layer_id]", BARE),
}


@pytest.mark.parametrize("shown", SHOWN)
def test_the_index_counts_as_the_pool_does(tmp_path: Path, shown: str) -> None:
    beside, key, right = SHOWN[shown]
    text = program(TEXT.replace("BESIDE\n", beside + "\n").replace("KEY", key))
    wrong = text.replace("INDEX", "place")
    assert rules(tmp_path, wrong) == [("GC005", "Sparse.get_some")]
    new, _ = outcome(tmp_path, wrong)
    assert new == text.replace("INDEX", right)


def test_the_forgotten_first_layer_is_taken_off_in_both_waits(tmp_path: Path) -> None:
    text = program(TEXT.replace("BESIDE\n", BESIDE + "\n").replace("KEY", "layer_id + device_pool.start_layer"))
    wrong, right = (text.replace("INDEX", index).replace("{}", index) for index in (BARE, LESS))
    assert rules(tmp_path, wrong) == [("GC005", "Sparse.get_copy"), ("GC005", "Sparse.get_some")]
    assert outcome(tmp_path, wrong)[0] == right
    assert rules(tmp_path, right) == []
