"""An index of an inner pool that numbers its layers by itself is no event's: no wait is written for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import ANY, inserted, outcome, program, rules

OWNER = """\
class Owner(Pool):
    def __init__(self, size, layer_num, ids, start_layer):
        super().__init__(size, layer_num, start_layer)
        self.inner = Pool(size, len(ids))
        self.places = {{g: i for i, g in enumerate(ids)}}

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def local(self, layer_id):
        return {looked_up}

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(self.local(layer_id))
{more}
"""
MAPPED, SAME = "self.places[layer_id]", "layer_id - self.start_layer"
READERS = {
    "by a parameter": "\n\ndef run(pool: Owner, place):\n    return pool.inner.get_rows(place).clone()\n",
    "by a loop": (
        "\n\ndef run(pool: Owner):\n    for place in range(pool.inner.layer_num):\n"
        "        yield pool.inner.rows[place].clone()\n"
    ),
    "by a number": "\n\ndef run(pool: Owner):\n    return pool.inner.rows[0].clone()\n",
    "in the owner": "\n    def run(self, place):\n        return self.inner.get_rows(place).clone()\n",
}


@pytest.mark.parametrize("reader", READERS)
def test_a_place_in_an_inner_pool_is_never_waited_for(tmp_path: Path, reader: str) -> None:
    text = program(OWNER.format(looked_up=MAPPED, more=READERS[reader]))
    assert [symbol.rpartition(".")[2] for _, symbol in rules(tmp_path, text)] == ["run"]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert done.after.report.findings[0].fix.reason


@pytest.mark.parametrize("reader", ["by a parameter", "by a loop"])
def test_where_nobody_looks_layers_up_they_have_the_numbers_of_events(tmp_path: Path, reader: str) -> None:
    text = program(OWNER.format(looked_up=SAME, more=READERS[reader]))
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new)[-1].strip() == "pool.counter.wait_until(place)"


def test_a_place_that_is_looked_up_is_waited_for_by_its_layer(tmp_path: Path) -> None:
    reader = "\n\ndef run(pool: Owner, layer_id):\n    return pool.inner.rows[pool.local(layer_id)].clone()\n"
    text = program(OWNER.format(looked_up=MAPPED, more=reader))
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new)[-1].strip() == "pool.counter.wait_until(layer_id - pool.start_layer)"
