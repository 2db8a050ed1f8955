"""A layer that is not the same on every way to its read is waited for where it has its value, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety
from tests.fixes.small import ANY, WAIT, outcome, program, rules

HEAD = "class Hasty(Pool):\n    def fetch(self, {head}):\n"
ROW = "self.rows[{}].clone()"
INDEX = "        row = layer_id - self.start_layer\n"
BY_ROW = [WAIT[0], "            self.counter.wait_until(row)"]
OF_ONE = "        if {test}:\n            {target} = {value}\n"

CHANGES = {
    "a default": ("layer_id=None", OF_ONE.format(test="layer_id is None", target="layer_id", value="self.start_layer")),
    "counted from the end": ("layer_id", "        if layer_id < 0:\n            layer_id += self.layer_num\n"),
    "another for some": ("layer_id, other", OF_ONE.format(test="other is not None", target="layer_id", value="other")),
    "passed on": ("layer_id, steps", "        for step in steps:\n            layer_id = step(layer_id)\n"),
    "an error": (
        "layer_id, of",
        "        try:\n            layer_id = of[layer_id]\n        except KeyError:\n            layer_id = of[0]\n",
    ),
}


def hasty(head: str, body: str) -> str:
    """The protocol with one method."""
    return program(HEAD.format(head=head) + body)


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("named", [True, False])
def test_the_wait_stands_behind_what_changes_the_layer(tmp_path: Path, name: str, named: bool) -> None:
    head, change = CHANGES[name]
    index = INDEX if named else ""
    text = hasty(
        head, f"{change}{index}        return {ROW.format('row' if named else 'layer_id - self.start_layer')}\n"
    )
    assert rules(tmp_path, text) == [("GC001", "Hasty.fetch")]
    new, _ = outcome(tmp_path, text)
    wait = "".join(f"{line}\n" for line in (BY_ROW if named else WAIT))
    assert new == text.replace(change + index, change + index + wait)
    assert rules(tmp_path, new) == []


CHOICE = OF_ONE.format(test="last", target="row", value="self.layer_num - 1")
CHOICE += "        else:\n            row = layer_id - self.start_layer\n"


def test_an_index_that_two_branches_set_is_waited_for_behind_them(tmp_path: Path) -> None:
    text = hasty("layer_id, last", f"{CHOICE}        return {ROW.format('row')}\n")
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(CHOICE, CHOICE + "".join(f"{line}\n" for line in BY_ROW))


TWO = "self.layer_num - 1 if last else layer_id - self.start_layer"
UNNAMED = {
    "in the index": f"        return {ROW.format(TWO)}\n",
    "two reads": f"        if last:\n            return {ROW.format('self.layer_num - 1')}\n"
    f"        return {ROW.format('layer_id - self.start_layer')}\n",
    "through a helper": "        which = self.layer_num - 1 if last else layer_id\n"
    "        return self._row(which).clone()\n",
}
HELPER = "\n    def _row(self, layer_id):\n        return self.rows[layer_id - self.start_layer]\n"


@pytest.mark.parametrize("name", UNNAMED)
def test_a_wait_for_one_of_two_layers_is_not_put_in(tmp_path: Path, name: str) -> None:
    text = hasty("layer_id, last", UNNAMED[name] + HELPER)
    assert rules(tmp_path, text) == [("GC001", "Hasty.fetch")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    (finding,) = done.after.report.findings
    assert finding.fix.safety is Safety.NONE
    assert finding.fix.reason


def test_what_a_helper_is_given_is_waited_for_as_it_is_given(tmp_path: Path) -> None:
    default = OF_ONE.format(test="layer_id is None", target="layer_id", value="self.start_layer")
    text = hasty("layer_id=None", f"{default}        return self._row(layer_id).clone()\n{HELPER}")
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(default, default + "".join(f"{line}\n" for line in WAIT))


GATE = "".join(f"{line}\n" for line in WAIT)
AHEAD = "        if ahead:\n            layer_id += 1\n"


def test_a_wait_that_is_right_on_one_way_moves_behind_the_change(tmp_path: Path) -> None:
    read = f"{INDEX}        return {ROW.format('row')}\n"
    text = hasty("layer_id, ahead", GATE + AHEAD + read)
    assert rules(tmp_path, text) == [("GC005", "Hasty.fetch")]
    new, _ = outcome(tmp_path, text)
    assert new == hasty("layer_id, ahead", AHEAD + GATE + read)
    assert rules(tmp_path, new) == []


def test_an_index_is_not_replaced_by_that_of_one_way(tmp_path: Path) -> None:
    wrong = GATE.replace("layer_id - self.start_layer", "layer_id")
    text = hasty("layer_id, last", f"{wrong}{CHOICE}        return {ROW.format('row')}\n")
    assert rules(tmp_path, text) == [("GC005", "Hasty.fetch")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    (finding,) = done.after.report.findings
    assert "cannot be written for the layer that it reads" in finding.fix.reason


def test_a_wait_that_another_read_needs_stays_beside_a_new_one(tmp_path: Path) -> None:
    gate = "".join(f"{line}\n" for line in BY_ROW)
    reads = f"        return {ROW.format('row')}, {ROW.format('row + 1')}\n"
    text = hasty("layer_id", INDEX + gate + reads)
    assert rules(tmp_path, text) == [("GC005", "Hasty.fetch")]
    new, done = outcome(tmp_path, text)
    assert new == hasty("layer_id", INDEX + gate.replace("(row)", "(row + 1)") + gate + reads)
    assert rules(tmp_path, new) == []
    assert "waits for this layer too" in done.repairs[0].offer.reason


def test_a_late_wait_in_each_round_is_moved(tmp_path: Path) -> None:
    loop = "        for row in range(self.layer_num):\n"
    read = f"            out.append({ROW.format('row')})\n"
    gate = "".join(f"    {line}\n" for line in BY_ROW)
    text = hasty("out", loop + read + gate)
    assert rules(tmp_path, text) == [("GC004", "Hasty.fetch")]
    new, _ = outcome(tmp_path, text)
    assert new == hasty("out", loop + gate + read)


def test_a_late_wait_for_a_layer_with_a_default_is_moved(tmp_path: Path) -> None:
    default = CHANGES["a default"][1]
    read = f"        found = {ROW.format('row')}\n"
    gate = "".join(f"{line}\n" for line in BY_ROW)
    text = hasty("layer_id=None", f"{default}{INDEX}{read}{gate}        return found\n")
    assert rules(tmp_path, text) == [("GC004", "Hasty.fetch")]
    new, _ = outcome(tmp_path, text)
    assert new == hasty("layer_id=None", f"{default}{INDEX}{gate}{read}        return found\n")
