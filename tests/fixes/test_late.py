"""A wait that comes too late is moved with its check; where that cannot be, another is put before the read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixes.small import ANY, WAIT, inserted, outcome, program, rules

HEAD = "class Late(Pool):\n    def take(self, layer_id, at):\n"
READ = "        taken = self.rows[layer_id - self.start_layer][at].clone()\n"
BACK = "        return taken\n"
GATE = "\n".join(WAIT) + "\n"
BY_INDEX = WAIT[0] + "\n            self.counter.wait_until(index)\n"
ALIAS = "        counter = self.counter\n"
CALLED = "        if counter is not None:\n            counter.wait_until(layer_id - self.start_layer)\n"
BOUND = CALLED.replace("counter is not", "(counter := self.counter) is not")


def late(body: str) -> str:
    """The protocol with one method."""
    return program(HEAD + body)


@pytest.mark.parametrize(
    ("before", "read", "wait", "behind"),
    [
        ("", READ, GATE, ""),
        ("", "        # the rows\n" + READ, "        # now\n" + GATE, ""),
        ("", READ, WAIT[0] + "\n            # why\n" + WAIT[1] + "  # so\n            # behind\n", "        # end\n"),
        (
            "        index = layer_id - self.start_layer\n",
            "        taken = self.rows[index][at].clone()\n",
            WAIT[0] + "\n            self.counter.wait_until(index)\n",
            "",
        ),
        ("", READ, "        index = layer_id - self.start_layer\n" + BY_INDEX, ""),
        ("", READ, ALIAS + CALLED, ""),
        ("", READ, ALIAS.replace("\n", "  # it\n") + "        # now\n" + CALLED, "        kept = counter\n"),
        ("", READ, '        counter = getattr(self, "counter", None)\n' + CALLED, ""),
        ("", READ, "        me = self\n        counter = me.counter\n" + CALLED, ""),
        ("", READ, BOUND, ""),
    ],
)
def test_a_late_wait_is_moved_with_what_it_needs(
    tmp_path: Path, before: str, read: str, wait: str, behind: str
) -> None:
    text = late(before + read + wait + behind + BACK)
    assert rules(tmp_path, text) == [("GC004", "Late.take")]
    new, _ = outcome(tmp_path, text)
    assert new == late(before + wait + read + behind + BACK)
    assert outcome(tmp_path, new)[0] == new


@pytest.mark.parametrize(
    "wait",
    [
        BOUND + "        print(counter)\n",
        "        if self.counter is None:\n            return taken\n" + WAIT[1][4:] + "\n",
        "        index = layer_id - self.start_layer + 0 * taken.shape[0]\n" + BY_INDEX,
        "        index = layer_id - self.start_layer\n" + BY_INDEX + "        index = 0\n",
        "        done = 1; index = layer_id - self.start_layer\n" + BY_INDEX,
        ALIAS + "        if counter is None:\n            return taken\n" + CALLED.splitlines()[1][4:] + "\n",
        "        self.last = layer_id\n        last = self.last\n"
        + CALLED.replace("layer_id", "last").replace("counter", "self.counter"),
        GATE + "            self.asked = True\n",
        "        layer_id = layer_id + 0\n" + GATE,
    ],
)
def test_a_wait_that_needs_more_than_itself_stays_and_another_is_put_in(tmp_path: Path, wait: str) -> None:
    text = late(READ + wait + BACK)
    assert rules(tmp_path, text) == [("GC004", "Late.take")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


@pytest.mark.parametrize("first", ["index = 0", "iffy = 0", "i = 0", "if_ = 0"])
def test_a_statement_that_begins_as_the_wait_does_is_not_mixed_up_with_it(tmp_path: Path, first: str) -> None:
    text = late(f"        {first}\n" + READ + BACK)
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


def test_a_synchronisation_that_ends_a_copy_stays_behind_it(tmp_path: Path) -> None:
    text = late(
        "        taken = [row[at].to('cpu', non_blocking=True) for row in self.rows]\n"
        "        torch.cuda.synchronize()\n" + BACK
    )
    assert rules(tmp_path, text) == [("GC004", "Late.take")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        torch.cuda.synchronize()"]
    assert new.count("torch.cuda.synchronize()\n" + BACK) == 1


RELABELLED = """\
import contextlib


class Mapped(Pool):
    def __init__(self, size, layer_num, ids):
        super().__init__(size, layer_num)
        self.inner = Pool(size, len(ids))
        self.ids = dict(zip(ids, range(len(ids))))

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def hold(self, layer):
        if self.counter is not None:
            self.counter.wait_until(layer.number - self.start_layer)

    @contextlib.contextmanager
    def relabelled(self, layer):
        kept = layer.number
        layer.number = self.ids[kept]
        try:
            yield layer
        finally:
            layer.number = kept

    def read(self, layer):
{body}
"""
WITH = "        with self.relabelled(layer):\n"
INNER = "            return self.inner.get_rows(layer.number)\n"


def test_a_wait_goes_in_front_of_what_relabels_the_layer(tmp_path: Path) -> None:
    text = program(RELABELLED.format(body=f"{WITH}            self.hold(layer)\n{INNER}"))
    assert rules(tmp_path, text) == [("GC005", "Mapped.read")]
    new, _ = outcome(tmp_path, text)
    assert new == program(RELABELLED.format(body=f"        self.hold(layer)\n{WITH}{INNER}"))
    assert rules(tmp_path, new) == []


def test_what_is_waited_for_where_it_stands_is_not_moved_to_its_own_place(tmp_path: Path) -> None:
    first = GATE.replace("layer_id - self.start_layer", "0")
    text = late(first + "        return [row[at] for row in self.rows]\n")
    assert rules(tmp_path, text) == [("GC005", "Late.take")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    (finding,) = done.after.report.findings
    assert finding.fix.strategy is None
    assert "several at once" in finding.fix.reason


OFFSET = """\
class Shifted(Pool):
    def __init__(self, size, layer_num, start_layer, offset):
        super().__init__(size, layer_num, start_layer)
        self.inner = Pool(size, layer_num - offset, start_layer + offset)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.inner.start_layer)
        return self.inner.get_rows(layer_id)

    def get_all(self, layer_id):
        {gate}return self.inner.get_rows(layer_id)
"""


@pytest.mark.parametrize("gate", ["", GATE.lstrip() + "        "])
def test_the_first_layer_of_an_inner_pool_is_never_taken_off(tmp_path: Path, gate: str) -> None:
    text = program(OFFSET.format(gate=gate))
    new, _ = outcome(tmp_path, text, ANY)
    assert new.count("self.inner.start_layer") <= 1
