"""What a finding says is so: who mutes a counter, on which ways nothing waits, which contract is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.check import check
from gatecheck.findings import Finding
from tests.fixes.small import ANY, outcome, program, request


def only(folder: Path, body: str) -> Finding:
    """The one finding of a program."""
    (found,) = check(request(folder, program(body))).findings
    return found


def notes(finding: Finding) -> list[tuple[str, str]]:
    """The steps on the way to what is wrong."""
    return [(step.symbol, step.note) for step in finding.trace]


FACADE = """\
class Part(Pool):
{own}
    def get_one(self, layer_id):
        return self.get_rows(layer_id).clone()


class Facade(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.part = Part(size, layer_num, start_layer)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        {muting}

    def get_one(self, layer_id):
        return self.part.get_one(layer_id)


class FacadeHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.part.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
"""
NOBODY = "nobody = None\n        self.part.register_layer_transfer_counter(nobody)"
BY_SUPER = """\
    def register_layer_transfer_counter(self, counter):
        super().register_layer_transfer_counter(counter)
"""
REFUSING = """\
    def register_layer_transfer_counter(self, counter):
        self.counter = None
"""
PASSING = "self.part.register_layer_transfer_counter"


@pytest.mark.parametrize(
    ("own", "muting", "muter"),
    [
        ("", f"{PASSING}(None)", "Facade"),
        ("", f"{PASSING}(counter=None)", "Facade"),
        ("", NOBODY, "Facade"),
        ("", "self.part.counter = None", "Facade"),
        (BY_SUPER, f"{PASSING}(None)", "Facade"),
        (REFUSING, f"{PASSING}(counter)", "Part"),
    ],
)
def test_a_counter_is_muted_where_it_is_decided(tmp_path: Path, own: str, muting: str, muter: str) -> None:
    finding = only(tmp_path, FACADE.format(own=own, muting=muting))
    assert (finding.rule, finding.symbol) == ("GC002", "Facade.get_one")
    (step,) = (step for step in finding.trace if "is muted here" in step.note)
    assert step.symbol == f"{muter}.register_layer_transfer_counter"
    line = (tmp_path / "pool.py").read_text().splitlines()[step.place.line - 1]
    assert line.strip() in {"self.counter = None", *(part.strip() for part in muting.splitlines())}


FLAGGED = """\
class Flagged(Pool):
    def get_first(self, layer_id):
        if layer_id not in self.seen:
            if self.counter is not None:
                self.counter.wait_until(layer_id - self.start_layer)
            self.seen.add(layer_id)
        return self.rows[layer_id - self.start_layer]
"""


def test_the_wait_of_some_ways_is_shown(tmp_path: Path) -> None:
    finding = only(tmp_path, FLAGGED)
    assert finding.rule == "GC003"
    assert ("Flagged.get_first", "this wait is reached only on some ways") in notes(finding)


CONTRACT = """\
class Written(Pool):
    def row(self, layer_id):  # gatecheck: requires-gate the backend waits once a layer
        return self.rows[layer_id - self.start_layer]{taken}

    def dump(self, layer_id):
        return self.row(layer_id)[0] + 1
"""
TERMS = "its callers must have waited: the backend waits once a layer"


@pytest.mark.parametrize("taken", ["", ".clone()"])
def test_a_broken_contract_is_named(tmp_path: Path, taken: str) -> None:
    finding = only(tmp_path, CONTRACT.format(taken=taken))
    assert (finding.rule, finding.symbol) == ("GC006", "Written.dump")
    assert "through Written.row, whose callers must wait, without having waited" in finding.message
    assert any(symbol == "Written.row" and note.endswith(TERMS) for symbol, note in notes(finding))


WORKER = """\
class Worker:
    def __init__(self, runner, controller):
        self.runner = runner
        self.controller = controller

    def forward_batch(self, batch):
        self.controller.counter.set_consumer(batch.index)
        return self.runner.forward(batch)

    def forward_other(self, batch):
{body}
        return self.runner.forward(batch)
"""
SOME = "        if batch.loads:\n            self.controller.counter.set_consumer(batch.index)"
SELECTED = ("Worker.forward_other", "a consumer is selected here, on some ways only")


@pytest.mark.parametrize(("body", "ways"), [(SOME, "on some ways"), ("        batch.prepare()", "on every way")])
def test_it_is_told_on_which_ways_no_consumer_is_selected(tmp_path: Path, body: str, ways: str) -> None:
    finding = only(tmp_path, WORKER.format(body=body))
    assert (finding.rule, finding.symbol) == ("GC009", "Worker.forward_other")
    assert f"runs the model {ways} without selecting" in finding.message
    assert (SELECTED in notes(finding)) is (ways == "on some ways")


LATE = """\
class Late(Pool):
    def get_first(self, layer_id):
        try:
            return self.rows[layer_id - self.start_layer].clone()
        finally:
            if self.counter is not None:
                self.counter.wait_until(layer_id - self.start_layer)
"""


def test_a_wait_that_cannot_be_moved_is_said_to_stay(tmp_path: Path) -> None:
    offered = only(tmp_path, LATE).fix.reason
    _, done = outcome(tmp_path, program(LATE), ANY)
    assert offered == done.repairs[0].offer.reason
    assert offered.endswith("the wait that comes too late stays")


INNER = """\
class Part(Pool):
    def ready(self, layer_id):
        {check}if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)

    def one(self, layer_id):
        self.ready(layer_id)
        return self.rows[layer_id - self.start_layer].clone()


class Owner(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.part = Part(size, layer_num, start_layer)

    def get_one(self, layer_id):
        return self.part.one(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.part.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
"""
CHECK = "assert layer_id < 9\n        "


@pytest.mark.parametrize(("check", "safety"), [("", "safe"), (CHECK, "unsafe")])
def test_a_gate_that_never_waits_refuses_no_layer(tmp_path: Path, check: str, safety: str) -> None:
    finding = only(tmp_path, INNER.format(check=check))
    assert (finding.rule, finding.symbol, finding.fix.safety) == ("GC002", "Owner.get_one", safety)
