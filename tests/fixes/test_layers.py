"""Which layer is waited for, and where its variables have their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Strategy
from tests.fixes.small import ANY, WAIT, inserted, outcome, program, rules

READ = "self.rows[layer_id - self.start_layer]"
HEAD = "class Hasty(Pool):\n    def get_first(self, {head}):\n"

BEFORE = {
    "a guard that returns": ("layer_id=None", "        if layer_id is None:\n            return None\n"),
    "a default": ("layer_id=None", "        if layer_id is None:\n            layer_id = self.start_layer\n"),
    "a bound": ("layer_id: int", "        if layer_id < 0:\n            layer_id = 0\n"),
    "one of two": (
        "layer, other=None",
        "        layer_id = other if other is not None else layer.layer_id\n",
    ),
    "one of two, by branches": (
        "layer, other=None",
        "        layer_id = other\n        if layer_id is None:\n            layer_id = layer.layer_id\n",
    ),
    "an import and a check": (
        "layer_id: int",
        "        import math\n\n        assert math.isfinite(layer_id)\n",
    ),
}


@pytest.mark.parametrize("name", BEFORE)
def test_the_wait_stands_behind_what_settles_the_layer(tmp_path: Path, name: str) -> None:
    head, body = BEFORE[name]
    text = program(HEAD.format(head=head) + body + f"        return {READ}.clone()\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    wait = "".join(f"{line}\n" for line in WAIT)
    assert new == text.replace(body, body + wait)
    assert rules(tmp_path, new) == []


def test_a_loop_over_layers_waits_for_each(tmp_path: Path) -> None:
    loop = "        for layer_id in range(self.start_layer, self.start_layer + self.layer_num):\n"
    text = program(HEAD.format(head="out") + loop + f"            out[layer_id] = {READ}.clone()\n")
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["    " + line for line in WAIT]
    assert new.index(loop) < new.index("    " + WAIT[0])


@pytest.mark.parametrize("body", ["[row.clone() for row in self.rows]", "torch.stack(list(self.rows))"])
def test_all_layers_at_once_are_refused_with_the_reason(tmp_path: Path, body: str) -> None:
    text = program(HEAD.format(head="out") + f"        return {body}\n")
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert all("reads several at once" in f.fix.reason for f in done.after.report.findings)


def test_one_fixed_layer_is_waited_for_by_its_number(tmp_path: Path) -> None:
    text = program("class Hasty(Pool):\n    @property\n    def first(self):\n        return self.rows[0].clone()\n")
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [WAIT[0], "            self.counter.wait_until(0)"]


def test_the_object_is_called_as_the_method_calls_it(tmp_path: Path) -> None:
    text = program(
        "class Hasty(Pool):\n    @staticmethod\n    def get_first(pool, layer_id):\n"
        "        return pool.rows[layer_id - pool.start_layer].clone()\n"
    )
    if rules(tmp_path, text):
        new, _ = outcome(tmp_path, text)
        assert inserted(text, new) == [line.replace("self.", "pool.") for line in WAIT]


def test_blank_lines_stay_above_and_comments_beside_their_statement(tmp_path: Path) -> None:
    body = f'        """Doc."""\n\n        # the first\n        return {READ}.clone()\n'
    text = program(HEAD.format(head="layer_id") + body)
    new, _ = outcome(tmp_path, text)
    wait = "".join(f"{line}\n" for line in WAIT)
    assert new == text.replace("        # the first", wait + "        # the first")


GATE = "".join(f"{line}\n" for line in WAIT)


@pytest.mark.parametrize("line", [f"if flag: return {READ}.clone()  # at once", f"if flag:\n            return {READ}"])
def test_a_branch_that_leaves_waits_for_itself_where_the_others_do(tmp_path: Path, line: str) -> None:
    text = program(HEAD.format(head="layer_id, flag=False") + f"        {line}\n{GATE}        return {READ}.clone()\n")
    assert rules(tmp_path, text) == [("GC003", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert rules(tmp_path, new) == []
    assert new.count("self.counter.wait_until(layer_id - self.start_layer)\n            return") == 1
    assert new.endswith(f"{GATE}        return {READ}.clone()\n")


def test_several_branches_that_leave_wait_once_before_them(tmp_path: Path) -> None:
    body = "".join(f"        if layer_id > {n}:\n            return {READ}[{n}].clone()\n" for n in (1, 2))
    text = program(HEAD.format(head="layer_id") + f"{body}{GATE}        return {READ}.clone()\n")
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(body, GATE + body)


def test_a_bare_wait_is_not_copied_out_of_its_check(tmp_path: Path) -> None:
    text = program(
        HEAD.format(head="layer_id, flag=False")
        + "        if self.counter is not None and flag:\n"
        + "            self.flag = True\n"
        + "            self.counter.wait_until(layer_id - self.start_layer)\n"
        + f"        return {READ}.clone()\n"
    )
    assert rules(tmp_path, text) == [("GC003", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


def test_a_wait_behind_its_mapping_is_moved_before_it(tmp_path: Path) -> None:
    text = program(
        "class Owner(Pool):\n"
        "    def __init__(self, size, layer_num, start_layer=0):\n"
        "        super().__init__(size, layer_num, start_layer)\n"
        "        self.inner = Pool(size, layer_num)\n"
        "        self.mapping = {i: n for n, i in enumerate(range(layer_num))}\n\n"
        "    def register_layer_transfer_counter(self, counter):\n"
        "        self.counter = counter\n"
        "        self.inner.register_layer_transfer_counter(None)\n\n"
        "    def hold(self, layer_id):\n"
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(layer_id - self.start_layer)\n\n"
        "    def get_rows(self, layer_id):\n"
        "        layer_id = self.mapping[layer_id]\n"
        "        self.hold(layer_id)\n"
        "        return self.inner.get_rows(layer_id)\n\n\n"
        "class OwnerHost:\n"
        "    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):\n"
        "        local = device_pool.mapping.get(layer_id + device_pool.start_layer)\n"
        "        device_pool.inner.rows[local][device_indices] = self.host[local][host_indices].cuda()\n"
    )
    assert ("GC005", "Owner.get_rows") in rules(tmp_path, text)
    new, done = outcome(tmp_path, text)
    assert "        self.hold(layer_id)\n        layer_id = self.mapping[layer_id]\n" in new
    assert sorted(new.splitlines()) == sorted(text.splitlines())
    assert [r.offer.strategy for r in done.repairs] == [Strategy.OWNER]


def test_two_layers_are_both_waited_for(tmp_path: Path) -> None:
    other = READ.replace("layer_id", "after")
    text = program(HEAD.format(head="layer_id: int, after: int") + f"        return {READ}.clone() + {other}.clone()\n")
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [*WAIT, WAIT[0], WAIT[1].replace("layer_id", "after")]


@pytest.mark.parametrize("view", [True, False])
def test_a_read_on_a_stream_of_its_own_waits_on_that_stream(tmp_path: Path, view: bool) -> None:
    rows = f"        rows = {READ}\n" if view else ""
    block = "        with torch.cuda.stream(self.side):\n"
    read = f"            out = {'rows' if view else READ}.clone()\n            return out\n"
    text = program(HEAD.format(head="layer_id") + rows + block + read)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(block, block + "".join(f"    {line}\n" for line in WAIT))


def test_an_override_of_the_layer_is_seen_through(tmp_path: Path) -> None:
    text = program(
        "class Inner(Pool):\n"
        "    def first_of(self, layer, local_id=None):\n"
        "        index = layer.layer_id if local_id is None else local_id\n"
        "        return self.rows[index - self.start_layer].clone()\n\n\n"
        "class Outer(Pool):\n"
        "    def __init__(self, size, layer_num, ids):\n"
        "        super().__init__(size, layer_num)\n"
        "        self.inner = Inner(size, layer_num)\n"
        "        self.ids = {outer: index for index, outer in enumerate(ids)}\n\n"
        "    def get_first(self, layer):\n"
        "        return self.inner.first_of(layer, local_id=self.ids[layer.layer_id])\n"
    )
    assert ("GC001", "Outer.get_first") in rules(tmp_path, text)
    new, _ = outcome(tmp_path, text, ANY)
    outer = new[new.index("class Outer") :]
    assert "self.counter.wait_until(layer.layer_id - self.start_layer)" in outer
    assert ("GC001", "Outer.get_first") not in rules(tmp_path, new)
