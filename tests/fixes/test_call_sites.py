"""A reader outside the pools that takes from a pool in several places, or hands the pool on: where it waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, outcome, program, rules

OWNER = """\
class Owner(Pool):
    def __init__(self, size, layer_num, start_layer):
        super().__init__(size, layer_num, start_layer)
        self.main = Pool(size, layer_num, self.start_layer)
        self.side = Pool(size, layer_num, self.start_layer)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.main.register_layer_transfer_counter(None)
        self.side.register_layer_transfer_counter(None)

    def get_main(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.main.get_rows(layer_id)


class Reader:
    def __init__(self, pool: Owner):
        self.pool = pool

    def read(self, layer, fast, other=None):
"""
GATE = ["if self.pool.counter is not None:", "    self.pool.counter.wait_until(layer.layer_id - self.pool.start_layer)"]

SEVERAL = {
    "one of two pools": """\
|        inner = self.pool.main if layer.is_full else self.pool.side
        return inner.get_rows(layer.layer_id).clone()
""",
    "one of two pools by a branch": """\
|        if layer.is_full:
            inner = self.pool.main
        else:
            inner = self.pool.side
        return inner.get_rows(layer.layer_id).clone()
""",
    "one of two pools without a name": """\
|        return (self.pool.main if fast else self.pool.side).get_rows(layer.layer_id).clone()
""",
    "a pool, or another in its stead": """\
|        inner = self.pool.main
        if fast:
            inner = self.pool.side
        return inner.get_rows(layer.layer_id).clone()
""",
    "both in turn": """\
|        first = self.pool.main.rows[layer.layer_id - self.pool.start_layer].clone()
        return first + self.pool.side.rows[layer.layer_id - self.pool.start_layer]
""",
    "on every way": """\
        if other is None:
            return None
|        if fast:
            return self.pool.side.get_rows(layer.layer_id).clone()
        return self.pool.main.get_rows(layer.layer_id) + 1
""",
    "in a loop": """\
        found = []
        for each in fast:
|            if each > 0:
                found.append(self.pool.side.get_rows(layer.layer_id) * each)
            else:
                found.append(self.pool.main.get_rows(layer.layer_id) * each)
        return found
""",
    "where the layer is there": """\
        if layer is not None and layer.is_full:
|            return self.pool.side.get_rows(layer.layer_id).clone()
        if layer is not None:
|            return self.pool.main.get_rows(layer.layer_id) + 1
        return None
""",
    "behind the check of the layer": """\
        inner = self.pool.main if fast else self.pool.side
        if layer is None:
            return None
|        return inner.get_rows(layer.layer_id).clone()
""",
    "one pool behind the check of the layer": """\
        inner = self.pool.side
        if layer is None:
            return None
|        return inner.get_rows(layer.layer_id).clone()
""",
}


def split(body: str) -> tuple[str, str]:
    """A body without its marks, and with a wait at each of them."""
    waiting: list[str] = []
    for line in body.splitlines():
        plain = line.removeprefix("|")
        if plain != line:
            waiting += [plain[: len(plain) - len(plain.lstrip())] + part for part in GATE]
        waiting.append(plain)
    return body.replace("|", ""), "\n".join(waiting) + "\n"


@pytest.mark.parametrize("name", SEVERAL)
def test_one_wait_covers_all_that_is_taken_from_a_pool(tmp_path: Path, name: str) -> None:
    before, after = split(SEVERAL[name])
    text = program(OWNER + before)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text)
    assert new == program(OWNER + after)
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.CALL_SITE, Safety.SAFE)]
    assert rules(tmp_path, new) == []


NOWHERE = {
    "named in each branch": """\
        if fast:
            pool = self.pool
            return pool.main.get_rows(layer.layer_id) + 1
        else:
            pool = self.pool
            return pool.side.get_rows(layer.layer_id).clone()
""",
    "missing on one way, as the layer is": """\
        inner = self.pool.side if self.pool is not None else other
        if layer is None:
            return None
        return inner.get_rows(layer.layer_id).clone()
""",
}


@pytest.mark.parametrize("name", NOWHERE)
def test_nothing_is_offered_where_no_place_covers_all(tmp_path: Path, name: str) -> None:
    text = program(OWNER + NOWHERE[name])
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "nor a place where a wait" in done.after.report.findings[0].fix.reason


HANDED = """\
def rows_of(pool: Pool, layer_id, at):
    return pool.rows[layer_id - pool.start_layer][at]


def patient(pool: Pool, layer_id, at):
    if pool.counter is not None:
        pool.counter.wait_until(layer_id - pool.start_layer)
    return rows_of(pool, layer_id, at)


class Reader:
    def __init__(self, pool: Pool):
        self.pool = pool

    def read(self, layer, at):
"""

HANDED_ON = {
    "as it is": "|        return rows_of(self.pool, layer.layer_id, at)\n",
    "by name": "|        return rows_of(at=at, pool=self.pool, layer_id=layer.layer_id)\n",
    "behind a check": """\
        if layer is None:
            return None
|        # the rows
        rows = rows_of(self.pool, layer.layer_id, at)
        return rows + 1
""",
    "on each way": """\
|        if at is None:
            return rows_of(self.pool, layer.layer_id, 0)
        return rows_of(self.pool, layer.layer_id, at)
""",
}


@pytest.mark.parametrize("name", HANDED_ON)
def test_who_hands_the_pool_to_its_reader_waits_on_that_pool(tmp_path: Path, name: str) -> None:
    before, after = split(HANDED_ON[name])
    text = program(HANDED + before)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, SAFE)
    assert new == program(HANDED + after)
    assert [r.offer.strategy for r in done.repairs] == [Strategy.CALL_SITE]
    assert rules(tmp_path, new) == []


def test_each_of_two_pools_is_waited_on(tmp_path: Path) -> None:
    both = "    return rows_of(one, layer_id, at) + rows_of(two, layer_id, at)\n"
    text = program(HANDED + "        return 0\n\n\ndef read(one: Pool, two: Pool, layer_id, at):\n" + both)
    new, _ = outcome(tmp_path, text)
    gates = [
        f"    if {name}.counter is not None:\n        {name}.counter.wait_until(layer_id - {name}.start_layer)\n"
        for name in ("one", "two")
    ]
    assert new in {text.replace(both, "".join(order) + both) for order in (gates, gates[::-1])}


def test_a_reader_of_unknown_layers_is_told_so(tmp_path: Path) -> None:
    text = program(HANDED + "        return [rows_of(self.pool, each.layer_id, at) for each in layer]\n")
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "has no name for the layer" in done.after.report.findings[0].fix.reason


COPY = """\
class Copied(Pool):
    def move(self, src, dst):
        for row in self.rows:
            row[dst] = row[src]


class Keeper(Pool):
    def __init__(self, size, layer_num, start_layer):
        super().__init__(size, layer_num, start_layer)
        self.inner = Copied(size, layer_num, self.start_layer)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_inner(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(layer_id)


class Reader:
    def __init__(self, pool: Keeper):
        self.pool = pool

    def read(self, src, dst):
        self.pool.inner.move(src, dst)
"""


def test_a_pool_without_a_mapping_of_its_layers_is_named_as_what_is_missing(tmp_path: Path) -> None:
    text = program(COPY)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    reason = done.after.report.findings[0].fix.reason
    assert "Keeper has no method that waits and calls inner.move" in reason
    assert "keeps no mapping" in reason
