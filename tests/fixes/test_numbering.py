"""Which event is waited for where the index of a buffer is not the number of its event."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import WAIT, inserted, outcome, program, rules

POOL = """\
class Other(Pool):
    def __init__(self, size, layer_num, start_layer, ids):
        super().__init__(size, layer_num, start_layer)
        self.slots = {{g: i for i, g in enumerate(ids)}}
        self.own = {made}

    def get_waited(self, layer_id, kind):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        local = layer_id - self.start_layer
        return self.own{waited}

    def get_own(self, layer_id, kind):
        local = layer_id - self.start_layer
        return self.own{read}


class OtherHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        {load}
"""
ZEROS = "torch.zeros(size, 8)"
ROW = "[device_indices] = self.host[layer_id][host_indices].cuda()"
KINDS = f"[[{ZEROS} for _ in range(layer_num)] for _ in range(2)]"
NAMES = f'{{"k": [{ZEROS} for _ in ids], "v": [{ZEROS} for _ in ids]}}'

SHAPES = {
    "keyed by layer ids": (
        f"{{g: {ZEROS} for g in range(start_layer, start_layer + layer_num)}}",
        "device_pool.own[device_pool.start_layer + layer_id]",
        "[layer_id]",
    ),
    "one kind behind the other": (
        f"[{ZEROS} for _ in range(2 * layer_num)]",
        f"device_pool.own[layer_id]{ROW}\n        device_pool.own[device_pool.layer_num + layer_id]",
        "[self.layer_num + local]",
    ),
    "one kind between the other": (
        f"[{ZEROS} for _ in range(2 * layer_num)]",
        f"device_pool.own[layer_id * 2]{ROW}\n        device_pool.own[2 * layer_id + 1]",
        "[2 * local + 1]",
    ),
    "several layers in one": (
        "[torch.zeros(4, size, 8) for _ in range(layer_num // 4)]",
        "bank, slot = divmod(layer_id, 4)\n        device_pool.own[bank][slot]",
        "[local // 4][local % 4]",
    ),
    "a kind before the layer": (KINDS, "for k in (0, 1):\n            device_pool.own[k][layer_id]", "[kind][local]"),
    "a name before the layer": (
        NAMES,
        'for k in ("k", "v"):\n            device_pool.own[k][device_pool.slots[layer_id]]',
        "[kind][self.slots[layer_id]]",
    ),
    "each kind in turn": (KINDS, "for k in device_pool.own:\n            k[layer_id]", "[kind][local]"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_event_is_the_layers_whatever_the_index(tmp_path: Path, shape: str) -> None:
    made, load, read = SHAPES[shape]
    text = program(POOL.format(made=made, load=load + ROW, read=read, waited=read))
    assert rules(tmp_path, text) == [("GC001", "Other.get_own")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


@pytest.mark.parametrize("shape", SHAPES)
def test_what_waits_for_the_layer_is_right(tmp_path: Path, shape: str) -> None:
    made, load, read = SHAPES[shape]
    text = program(POOL.format(made=made, load=load + ROW, read=read, waited=read))
    wait = "\n".join(WAIT)
    assert rules(tmp_path, text.replace("kind):\n        local", f"kind):\n{wait}\n        local")) == []


def test_the_layer_of_a_list_of_views_is_its_first_subscript(tmp_path: Path) -> None:
    host = "for buffers in ([*device_pool.own],):\n            buffers[layer_id]"
    text = program(POOL.format(made=f"[{ZEROS} for _ in ids]", load=host + ROW, read="[local]", waited="[local]"))
    assert rules(tmp_path, text) == [("GC001", "Other.get_own")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


@pytest.mark.parametrize("back", [1, 2])
def test_a_layer_counted_from_the_end_is_waited_for_by_its_number(tmp_path: Path, back: int) -> None:
    body = f"class Tail(Pool):\n    def get_late(self):\n        return self.rows[-{back}]\n"
    text = program(body)
    new, _ = outcome(tmp_path, text)
    lines = ["        if self.counter is not None:", f"            self.counter.wait_until(len(self.rows) - {back})"]
    assert inserted(text, new) == lines
