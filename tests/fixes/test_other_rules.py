"""Repairs of gates that are there and do not do: on one way only, too late, for another layer, on another stream."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, WAIT, inserted, outcome, program, rules

OWNER = """\
class Owner(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.inner = Pool(size, layer_num)
        self.mapping = {i: n for n, i in enumerate(range(layer_num))}

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def wait_for(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)

    def get_gated(self, layer_id):
        self.wait_for(layer_id)
        return self.inner.get_rows(self.mapping[layer_id])

    def get_inner(self, layer_id):
        layer_id = self.mapping[layer_id]
        return self.inner.get_rows(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size):
    pool = Owner(size, 4)
    pool.register_layer_transfer_counter(Counter(4))
    return pool
"""


def method(body: str) -> str:
    return program(f"class Hasty(Pool):\n    def get_first(self, layer_id, flag=False):\n{body}")


def test_the_owner_waits_where_the_gate_of_its_pool_is_off(tmp_path: Path) -> None:
    text = program(OWNER)
    assert ("GC002", "Owner.get_inner") in rules(tmp_path, text)
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.wait_for(layer_id)"]
    assert "self.wait_for(layer_id)\n        layer_id = self.mapping[layer_id]" in new
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.SAFE)]
    assert rules(tmp_path, new) == []


def test_an_override_waits_and_keeps_its_result(tmp_path: Path) -> None:
    text = program(
        "class Hasty(Pool):\n    def get_rows(self, layer_id):\n"
        "        return self.rows[layer_id - self.start_layer].view(-1)\n"
    )
    assert rules(tmp_path, text) == [("GC007", "Hasty.get_rows")]
    assert inserted(text, outcome(tmp_path, text)[0]) == WAIT


def test_the_way_that_lacks_the_wait_gets_it(tmp_path: Path) -> None:
    text = method(
        "        if flag:\n"
        "            if self.counter is not None:\n"
        "                self.counter.wait_until(layer_id - self.start_layer)\n"
        "        return self.rows[layer_id - self.start_layer].clone()\n"
    )
    assert rules(tmp_path, text) == [("GC003", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert len(inserted(text, new)) == 2
    assert rules(tmp_path, new) == []


def test_a_wait_that_comes_late_is_moved(tmp_path: Path) -> None:
    text = method(
        "        data = self.rows[layer_id - self.start_layer].clone()\n"
        "        # before the data is used\n"
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(layer_id - self.start_layer)\n"
        "        return data\n"
    )
    assert rules(tmp_path, text) == [("GC004", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert sorted(new.splitlines()) == sorted(text.splitlines())
    assert new.index("# before") < new.index("self.counter.wait_until(layer_id - self.start_layer)\n        data")
    assert rules(tmp_path, new) == []
    assert len(done.repairs) == 1


@pytest.mark.parametrize("made", ["layer.number + 0 * len(data)", "layer.number\n        layer_id += 0"])
def test_a_wait_is_not_moved_above_its_own_variables(tmp_path: Path, made: str) -> None:
    text = program(
        "class Hasty(Pool):\n    def get_first(self, layer):\n"
        "        data = self.rows[layer.number - self.start_layer].clone()\n"
        f"        layer_id = {made}\n"
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(layer_id - self.start_layer)\n"
        "        return data\n"
    )
    assert rules(tmp_path, text) == [("GC004", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [WAIT[0], WAIT[1].replace("layer_id", "layer.number")]


def test_a_comment_inside_an_index_is_not_lost(tmp_path: Path) -> None:
    text = method(
        "        if self.counter is not None:\n            self.counter.wait_until(\n"
        "                layer_id  # of all layers\n                + 1 - self.start_layer\n            )\n"
        "        return self.rows[layer_id - self.start_layer].clone()\n"
    )
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert [f.fix.reason for f in done.after.report.findings] == ["not applied: more than one expression would change"]


@pytest.mark.parametrize("index", ["layer_id - self.start_layer - 1", "layer_id", "layer_id + 1 - self.start_layer"])
def test_only_the_index_of_a_wait_for_another_layer_changes(tmp_path: Path, index: str) -> None:
    wait = "        if self.counter is not None:\n            self.counter.wait_until({})  # so it is\n"
    read = "        return self.rows[layer_id - self.start_layer].clone()\n"
    text = method(wait.format(index) + read)
    assert rules(tmp_path, text) == [("GC005", "Hasty.get_first")]
    assert outcome(tmp_path, text)[0] == method(wait.format("layer_id - self.start_layer") + read)


def test_the_wait_goes_onto_the_stream_that_reads(tmp_path: Path) -> None:
    text = method(
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(layer_id - self.start_layer)\n"
        "        with torch.cuda.stream(self.side):\n"
        "            row = self.rows[layer_id - self.start_layer]\n"
        "            return row.clone()\n"
    )
    assert rules(tmp_path, text) == [("GC013", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["    " + line for line in WAIT]
    assert rules(tmp_path, new) == []


def test_what_no_sibling_shows_is_refused_with_a_reason(tmp_path: Path) -> None:
    text = method("        return torch.stack([row.clone() for row in self.rows])\n").replace(
        "layer_id, flag=False", ""
    )
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert all(f.fix.strategy is None and f.fix.reason for f in done.after.report.findings)


FORWARDING = """\
class Owner(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        self.first = Pool(size, layer_num)
        self.second = Pool(size, layer_num)

    def register_layer_transfer_counter(self, counter):
        self.first.register_layer_transfer_counter(counter)

    def get_rows(self, layer_id):
        return self.first.get_rows(layer_id)

    def get_second(self, layer_id):
        return self.second.get_rows(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.first.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
        device_pool.second.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size):
    pool = Owner(size, 4)
    pool.register_layer_transfer_counter(Counter(4))
    return pool
"""


def test_a_counter_that_nobody_keeps_is_handed_on_when_asked_for(tmp_path: Path) -> None:
    text = program(FORWARDING)
    assert rules(tmp_path, text) == [("GC002", "Owner.get_second")]
    assert outcome(tmp_path, text)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == ["        self.second.register_layer_transfer_counter(counter)"]
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.INJECT, Safety.UNSAFE)]


def test_a_registration_that_keeps_nothing_calls_its_base_when_asked_for(tmp_path: Path) -> None:
    text = program(
        "class Deaf(Pool):\n"
        "    def register_layer_transfer_counter(self, counter):\n"
        '        """Nobody waits here."""\n\n'
        "    def get_rows(self, layer_id):\n"
        "        return super().get_rows(layer_id)[0].clone()\n"
    )
    assert rules(tmp_path, text) == [("GC002", "Deaf.get_rows")]
    assert outcome(tmp_path, text)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == ["        super().register_layer_transfer_counter(counter)"]
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.INJECT, Safety.UNSAFE)]
    assert rules(tmp_path, new) == []


@pytest.mark.parametrize("other", ["elif layer_id:", "else:"])
def test_each_branch_waits_for_itself(tmp_path: Path, other: str) -> None:
    wait = "".join(f"    {line}\n" for line in WAIT)
    read = "            return self.rows[layer_id - self.start_layer].clone()\n"
    text = method(f"        if flag:\n{wait}{read}        {other}\n{read}        return None\n")
    assert rules(tmp_path, text) == [("GC003", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(f"{other}\n{read}", f"{other}\n{wait}{read}")


def test_a_registration_that_is_inherited_is_overridden_to_hand_the_counter_on(tmp_path: Path) -> None:
    text = program(
        "class Idle:\n    def register_layer_transfer_counter(self, counter):\n        pass\n\n\n"
        "class Owner(Idle):\n    def __init__(self, size, layer_num):\n        self.inner = Pool(size, layer_num)\n\n"
        "    def get_rows(self, layer_id):\n        return self.inner.get_rows(layer_id)\n\n\n"
        "class OwnerHost:\n"
        "    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):\n"
        "        device_pool.inner.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()\n"
    )
    assert ("GC002", "Owner.get_rows") in rules(tmp_path, text)
    assert outcome(tmp_path, text)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == [
        "    def register_layer_transfer_counter(self, counter):",
        "        super().register_layer_transfer_counter(counter)",
        "        self.inner.register_layer_transfer_counter(counter)",
        "",
    ]
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.INJECT, Safety.UNSAFE)]
    assert rules(tmp_path, new) == []


HANDED_ON = """\
class Owner(Pool):
    def __init__(self, size, ids, start_layer=0):
        self.start_layer = start_layer
        self.ids = {at: i for i, at in enumerate(ids)}
        self.first = Pool(size, len(ids))
        self.counter = None

    def register_layer_transfer_counter(self, counter):
        self.counter = None
        self.first.register_layer_transfer_counter(counter)

    def get_rows(self, layer_id):
        return self.first.get_rows(self.ids[layer_id])


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.first.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size, ids):
    pool = Owner(size, ids)
    pool.register_layer_transfer_counter(Counter(4))
    return pool
"""


def test_a_counter_that_is_handed_on_already_is_not_handed_on_again(tmp_path: Path) -> None:
    text = program(HANDED_ON)
    assert rules(tmp_path, text) == [("GC005", "Owner.get_rows")]
    new, done = outcome(tmp_path, text, ANY)
    assert (new, done.refusals) == (text, ())
    assert "is made further in" in done.after.report.findings[0].fix.reason
