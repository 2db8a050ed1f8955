"""Trees in which every wait is on a counter that was handed on: its attribute is found all the same."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.engine import check

KIT = (Path(__file__).parents[1] / "cases" / "kit.py").read_text(encoding="utf-8")
COUNTER = "self.layer_transfer_counter"
GATE = f"        if {COUNTER} is not None:\n            {COUNTER}.wait_until(layer_id - self.start_layer)\n"
UNGATED = """
class ForgetfulPool(MHATokenToKVPool):
    def get_copy(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer].clone()
"""
HELPER = """
def order({self}done, index):
    if done is not None:
        done.wait_until(index)
"""
INDEX = "layer_id - self.start_layer"


def helper(own: str = "") -> str:
    """A function that waits on what it is given."""
    return HELPER.format(self=own)


def in_class(decorator: str, own: str) -> str:
    """The same as a function of a class."""
    return "class Order:\n" + textwrap.indent(f"{decorator}{helper(own)}".replace("\n\n", "\n"), "    ")


@pytest.mark.parametrize(
    ("before", "gate"),
    [
        (helper(), f"order({COUNTER}, {INDEX})"),
        (helper(), f"order(index={INDEX}, done=getattr(self, 'layer_transfer_counter', None))"),
        (helper(), f"counter = {COUNTER}\norder(counter, {INDEX})"),
        (f"{helper()}\ndef twice(one, index):\n    other = one\n    order(other, index)", f"twice({COUNTER}, {INDEX})"),
        (in_class("@staticmethod", ""), f"Order.order({COUNTER}, {INDEX})"),
        (in_class("@classmethod", "cls, "), f"Order.order({COUNTER}, {INDEX})"),
        (in_class("", "self, "), f"Order().order({COUNTER}, {INDEX})"),
        ("", f"match {COUNTER}:\n    case None:\n        pass\n    case done:\n        done.wait_until({INDEX})"),
        ("", f"for done in filter(None, ({COUNTER},)):\n    done.wait_until({INDEX})"),
        ("", f"(lambda done: done.wait_until({INDEX}) if done is not None else None)({COUNTER})"),
        ("", f"def go(done):\n    if done is not None:\n        done.wait_until({INDEX})\n\ngo({COUNTER})"),
    ],
)
def test_the_attribute_of_a_counter_that_is_handed_on(tmp_path: Path, before: str, gate: str) -> None:
    assert KIT.count(GATE) > 1
    gated = KIT.replace(GATE, textwrap.indent(gate, " " * 8) + "\n")
    (tmp_path / "pools.py").write_text(f"{before}\n{gated}{UNGATED}", encoding="utf-8")
    checked = check(tmp_path)
    assert checked.failed == ()
    assert checked.pairs == {("GC001", "ForgetfulPool.get_copy")}


def test_what_is_handed_to_a_helper_that_does_not_wait_is_no_counter(tmp_path: Path) -> None:
    gated = KIT.replace(GATE, f"        order({COUNTER}, {INDEX})\n")
    told = helper().replace("wait_until", "note")
    (tmp_path / "pools.py").write_text(f"{told}\n{gated}{UNGATED}", encoding="utf-8")
    assert check(tmp_path).findings == ()


def test_a_large_tree_is_searched_for_who_calls_the_helper(tmp_path: Path) -> None:
    gated = KIT.replace(GATE, f"        order({COUNTER}, {INDEX})\n")
    counting, _, rest = gated.partition("class KVCache")
    pools, _, hosts = rest.partition("class MHATokenToKVPoolHost")
    (tmp_path / "counting.py").write_text(counting, encoding="utf-8")
    (tmp_path / "ordering.py").write_text(helper(), encoding="utf-8")
    pools = f"import torch\nfrom ordering import order\n\n\nclass KVCache{pools}{UNGATED}"
    (tmp_path / "pools.py").write_text(pools, encoding="utf-8")
    hosts = f"import torch\nfrom counting import LayerDoneCounter\n\n\nclass MHATokenToKVPoolHost{hosts}"
    (tmp_path / "hosts.py").write_text(hosts, encoding="utf-8")
    for number in range(420):
        (tmp_path / f"other_{number}.py").write_text(f"value = {number}\n", encoding="utf-8")
    assert check(tmp_path).pairs == {("GC001", "ForgetfulPool.get_copy")}
