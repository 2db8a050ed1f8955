"""A wait is written as its class writes it, with whatever makes it safe where nothing is registered."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.fixes.chains import spelt_out
from tests.fixes.small import ANY, WAIT, inserted, outcome, program, rules

OWN = """\
class Base:
    def __init__(self, size, layer_num, start_layer=0):
        self.start_layer = start_layer
        self.counter = None
        self.kept = [torch.zeros(size, 8) for _ in range(layer_num)]

    def register_layer_transfer_counter(self, counter):
        self.counter = counter


class KeptHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.kept[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


class Hasty(Base):
{methods}
    def get_first(self, {taken}):
        return self.kept[{layer} - self.start_layer][0].clone()
"""

HELPERS = {
    "leaves without": """\
    def hold(self, layer_id):
        if self.counter is None:
            return
        self.counter.wait_until(layer_id - self.start_layer)
""",
    "leaves with None": """\
    def hold(self, layer_id):
        if self.counter is None or self.counter.consumer_index < 0:
            return None
        self.counter.wait_until(layer_id - self.start_layer)
""",
    "by a variable": """\
    def hold(self, layer_id):
        counter = self.counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
""",
    "by variables": '''\
    def hold(self, layer_id):
        """Wait."""
        counter = getattr(self, "counter", None)
        if counter is None:
            return
        index = layer_id - self.start_layer
        counter.wait_until(index)
''',
}
READER = """
    def get_rows(self, layer_id):
        {gate}
        return self.kept[layer_id - self.start_layer]
"""


def own(methods: str, taken: str = "layer_id", layer: str = "layer_id") -> str:
    """The protocol with a class of its own, in which nothing else waits."""
    return program(OWN.format(methods=methods, taken=taken, layer=layer))


@pytest.mark.parametrize("name", HELPERS)
def test_a_helper_that_leaves_without_a_counter_is_called(tmp_path: Path, name: str) -> None:
    text = own(HELPERS[name] + READER.format(gate="self.hold(layer_id)"))
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.hold(layer_id)"]


SIBLINGS = {
    "early return": (
        "if self.counter is None:\n            return self.kept[layer_id - self.start_layer]\n"
        "        self.counter.wait_until(layer_id - self.start_layer)"
    ),
    "bare": "self.counter.wait_until(layer_id - self.start_layer)",
    "by a variable": (
        "counter = self.counter\n        if counter is not None:\n"
        "            counter.wait_until(layer_id - self.start_layer)"
    ),
    "a block of its own": (
        "if self.counter is not None:\n            index = layer_id - self.start_layer\n"
        "            self.counter.wait_until(index)"
    ),
}


@pytest.mark.parametrize("name", SIBLINGS)
def test_a_wait_keeps_the_check_of_its_counter(tmp_path: Path, name: str) -> None:
    text = own(READER.format(gate=SIBLINGS[name]))
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


def test_another_check_comes_behind_that_of_the_counter(tmp_path: Path) -> None:
    gate = (
        "if self.counter is None:\n            return self.kept[layer_id - self.start_layer]\n"
        "        if self.counter.consumer_index >= 0:\n"
        "            self.counter.wait_until(layer_id - self.start_layer)"
    )
    text = own(READER.format(gate=gate))
    new, _ = outcome(tmp_path, text)
    test = "        if self.counter is not None and self.counter.consumer_index >= 0:"
    assert inserted(text, new) == [test, WAIT[1]]


TAKES_AN_OBJECT = """\
    def hold(self, layer):
        if self.counter is not None:
            self.counter.wait_until(layer.number - self.start_layer)

    def get_rows(self, layer):
        self.hold(layer)
        return self.kept[layer.number - self.start_layer]
"""


@pytest.mark.parametrize(
    ("taken", "layer", "wanted"),
    [
        ("layer", "layer.number", ["        self.hold(layer)"]),
        ("batch", "batch.layer.number", ["        self.hold(batch.layer)"]),
        ("number", "number", [line.replace("layer_id", "number") for line in WAIT]),
        ("layer", "layer.other", [line.replace("layer_id", "layer.other") for line in WAIT]),
    ],
)
def test_a_helper_gets_what_it_uses_its_argument_as(tmp_path: Path, taken: str, layer: str, wanted: list[str]) -> None:
    text = own(TAKES_AN_OBJECT, taken, layer)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == wanted


def test_the_object_is_given_where_its_layer_has_a_name(tmp_path: Path) -> None:
    text = own(TAKES_AN_OBJECT, "layer", "number").replace(
        "        return self.kept[number", "        number = layer.number\n        return self.kept[number"
    )
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == ["        self.hold(layer)"]


def test_a_helper_that_takes_the_index_gets_one(tmp_path: Path) -> None:
    text = own(
        "    def hold(self, index):\n"
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(index)\n\n"
        "    def get_rows(self, layer_id):\n"
        "        index = layer_id - self.start_layer\n"
        "        self.hold(index)\n"
        "        return self.kept[index]\n"
    )
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.hold(layer_id - self.start_layer)"]


def test_variables_that_get_two_values_are_left_alone(tmp_path: Path) -> None:
    del tmp_path
    from gatecheck.facts import records as r

    name = r.Name("x", 0)
    stmts = tuple(r.Assign((name,), r.Attr(r.Name("self", 0), attr, 0), None, 0) for attr in "ab")
    record = r.Function("f", (), (), None, stmts, generator=False, chunk=0, at=0)
    assert spelt_out(record) == stmts
