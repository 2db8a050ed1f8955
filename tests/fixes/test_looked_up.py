"""A wait behind the look-up of its layer that has the place which was found gets the layer's own index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import outcome, program, rules

TEXT = """\
class Mixed(Pool):
    def __init__(self, size, some, others, start_layer):
        super().__init__(size, len(some) + len(others), start_layer)
        self.one = Pool(size, len(some))
        self.other = Pool(size, len(others))
        self.places = {g: (i, False) for i, g in enumerate(some)}
        self.places.update({g: (i, True) for i, g in enumerate(others)})

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.one.register_layer_transfer_counter(None)
        self.other.register_layer_transfer_counter(None)

    def hold(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id):
        self.hold(layer_id)
        local, is_other = self.places[layer_id]
        return self.other.get_rows(local) if is_other else self.one.get_rows(local)

    def get_first(self, layer_id):
        local, is_other = self.places[layer_id]
{wait}
        return self.other.get_rows(local) if is_other else self.one.get_rows(local)
"""
BY_HELPER = "        self.hold({})"
BY_COUNTER = "        if self.counter is not None:\n            self.counter.wait_until({})"


@pytest.mark.parametrize(
    ("wait", "right"), [(BY_HELPER, "layer_id"), (BY_COUNTER, "layer_id - self.start_layer")], ids=["helper", "counter"]
)
def test_the_index_becomes_the_one_of_the_layer(tmp_path: Path, wait: str, right: str) -> None:
    text = program(TEXT)
    wrong, wanted = (text.replace("{wait}", wait.format(index)) for index in ("local", right))
    assert rules(tmp_path, wrong) == [("GC005", "Mixed.get_first")]
    new, _ = outcome(tmp_path, wrong)
    assert new == wanted
    assert rules(tmp_path, new) == []


def test_a_layer_that_has_another_value_by_then_is_not_named(tmp_path: Path) -> None:
    body = BY_HELPER.format("local") + "\n"
    text = program(TEXT).replace("{wait}", "        layer_id = local\n" + body)
    assert ("GC005", "Mixed.get_first") in rules(tmp_path, text)
    assert "self.hold(layer_id)\n        return self.other" not in outcome(tmp_path, text)[0]
