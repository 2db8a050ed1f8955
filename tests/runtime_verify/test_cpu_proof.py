from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.runtime_verify.cpu import CpuOptions, run_child, verify_cpu
from gatecheck.runtime_verify.records import AccessorReport, CpuRequest, Outcome, PoolReport, Verdict
from gatecheck.runtime_verify.text_report import render_text
from tests.runtime_verify import mini_tree

pytest.importorskip("torch", reason="a proof on the CPU needs torch")

ACCESSORS = """
    def gated(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def helped(self, layer_id):
        self._wait(layer_id)
        return {"keys": self.k_buffer[layer_id - self.start_layer]}

    def by_object(self, layer):
        return self.helped(layer.layer_id)

    def by_event(self, layer_id):
        counter = self.layer_transfer_counter
        counter.events[counter.consumer_index].wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def last_event(self, layer_id):
        self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.k_buffer[layer_id - self.start_layer]

    def synchronised(self, layer_id):
        torch.cuda.synchronize()
        return self.k_buffer[layer_id - self.start_layer].clone()

    def view_first(self, layer_id):
        view = self.k_buffer[layer_id - self.start_layer][:4].view(-1)
        self._wait(layer_id)
        return view + 1

    def joined(self, layer_id):
        module = torch.get_device_module()
        with module.stream(self.side):
            self._wait(layer_id)
        module.current_stream().wait_stream(self.side)
        return self.k_buffer[layer_id - self.start_layer]

    def ungated(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def ungated_gather(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def copied_first(self, layer_id):
        copy = self.k_buffer[layer_id - self.start_layer].clone()
        self._wait(layer_id)
        return copy

    def previous_layer(self, layer_id):
        self._wait(layer_id, shift=-1 if layer_id > self.start_layer else 0)
        return self.k_buffer[layer_id - self.start_layer]

    def other_stream(self, layer_id):
        with torch.get_device_module().stream(self.side):
            self._wait(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def even_layers(self, layer_id):
        self._wait(layer_id)
        if layer_id % 2:
            raise ValueError(f"layer {layer_id} has none")
        return self.k_buffer[layer_id - self.start_layer]

    def metadata(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].shape

    def broken(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].no_such_thing

    def calls_wrongly(self, layer_id):
        self._wait(layer_id)
        return self.gated(layer=layer_id)

    def wants_more(self, layer_id, phase_of_the_moon):
        return self.k_buffer[layer_id - self.start_layer]

    def set_rows(self, layer_id, loc, value):
        self.k_buffer[layer_id - self.start_layer][loc] = value

    def set_fused(self, layer_id, loc, value) -> None:
        return self.set_rows(layer_id, loc, value)

    def sums_up(self, layer_id):
        self.total = self.k_buffer[layer_id - self.start_layer].sum()

    def passed_on(self, layer_id, *args, **named):
        self._wait(layer_id)
        return self.part.passed_on(self, layer_id - self.start_layer, *args, **named)

    def from_an_absent_part(self, layer_id):
        return self.part.absent_buffer[layer_id]

    def whole_table(self):
        return self.k_buffer

    def _private(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]
"""

ORDERED = (
    "gated",
    "helped",
    "by_object",
    "by_event",
    "last_event",
    "synchronised",
    "view_first",
    "joined",
    "even_layers",
    "passed_on",
)
BROKEN = (
    ("broken", "no_such_thing"),
    ("wants_more", "phase_of_the_moon"),
    ("calls_wrongly", "unexpected keyword argument 'layer'; the tree calls or imports something of its own wrongly"),
)
UNORDERED = ("ungated", "ungated_gather", "copied_first", "other_stream", "sums_up")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    tree = mini_tree.write(tmp_path_factory.mktemp("tree"), ACCESSORS)
    found, log = run_child(CpuRequest(str(tree), layers=3, start_layer=2), 120.0)
    assert found is not None, log
    assert found.missing is None
    return found


@pytest.fixture
def pool(outcome: Outcome) -> PoolReport:
    (report,) = outcome.pools
    return report


def accessor(pool: PoolReport, name: str) -> AccessorReport:
    return next(report for report in pool.accessors if report.name == name)


@pytest.mark.parametrize("name", ORDERED)
def test_every_form_of_gate_orders_its_read(pool: PoolReport, name: str) -> None:
    assert accessor(pool, name).verdict is Verdict.ORDERED


@pytest.mark.parametrize("name", UNORDERED)
def test_a_read_that_nothing_orders_is_unordered_on_every_layer(pool: PoolReport, name: str) -> None:
    assert {layer.verdict for layer in accessor(pool, name).layers} == {Verdict.UNORDERED}


def test_the_event_that_was_waited_for_is_told(pool: PoolReport) -> None:
    assert [layer.waited for layer in accessor(pool, "gated").layers] == [(0,), (1,), (2,)]
    assert [layer.waited for layer in accessor(pool, "last_event").layers] == [(2,), (2,), (2,)]
    assert [layer.own_event for layer in accessor(pool, "last_event").layers] == [0, 1, 2]


def test_a_wait_for_another_layer_orders_only_where_it_covers_the_read(pool: PoolReport) -> None:
    verdicts = [layer.verdict for layer in accessor(pool, "previous_layer").layers]
    assert verdicts == [Verdict.ORDERED, Verdict.UNORDERED, Verdict.UNORDERED]


def test_refused_layers_are_named_and_the_others_judged(pool: PoolReport) -> None:
    report = accessor(pool, "even_layers")
    assert report.refused == (3,)
    assert [layer.layer for layer in report.layers] == [2, 4]


@pytest.mark.parametrize(("name", "reason"), BROKEN)
def test_what_cannot_be_called_is_inconclusive_with_its_reason(pool: PoolReport, name: str, reason: str) -> None:
    report = accessor(pool, name)
    assert report.verdict is Verdict.INCONCLUSIVE
    assert all(reason in layer.reason for layer in report.layers)


def test_stores_and_metadata_are_no_accessors(pool: PoolReport) -> None:
    skipped = {entry.name: entry.reason for entry in pool.skipped}
    assert "stores" in skipped["Pool.set_rows"]
    assert "stores" in skipped["Pool.set_fused"]
    assert "no loaded byte" in skipped["Pool.metadata"]
    assert not {"whole_table", "_private"} & {report.name for report in pool.accessors}


def test_a_buffer_that_this_form_of_the_pool_has_not_is_no_accessor(pool: PoolReport) -> None:
    skipped = {entry.name: entry.reason for entry in pool.skipped}
    assert "absent_buffer" in skipped["Pool.from_an_absent_part"]


def test_every_form_that_a_constructor_offers_is_built(outcome: Outcome) -> None:
    forms = {entry.name: entry.reason for entry in outcome.unbuilt}
    assert "no latent rows" in forms["Formed (latent rows)"]
    assert "HiRadixCache only supports Pool" in forms["Formed"]


def test_a_class_that_inherits_its_parameters_is_built_with_them(outcome: Outcome) -> None:
    reasons = {entry.name: entry.reason for entry in outcome.unbuilt}
    assert "HiRadixCache only supports Pool" in reasons["PassingOn"]


def test_pools_that_do_not_import_are_listed(outcome: Outcome) -> None:
    reasons = {entry.name: entry.reason for entry in outcome.unbuilt}
    assert "no_such_device" in reasons["sglang.srt.hardware.other_pool"]


def test_methods_that_ran_inside_are_named(pool: PoolReport) -> None:
    assert "Pool.helped" in accessor(pool, "by_object").through
    assert "KVCache._wait" in accessor(pool, "by_object").through


def test_all_seeded_faults_are_seen_and_the_control_holds(pool: PoolReport) -> None:
    assert pool.trusted
    assert all(fault.expected > 0 and not fault.missed for fault in pool.faults)


def test_what_cannot_be_built_is_listed_with_its_reason(outcome: Outcome) -> None:
    reasons = {entry.name: entry.reason for entry in outcome.unbuilt}
    assert "HiRadixCache only supports Pool" in reasons["Unsupported"]
    assert "flux_capacitor" in reasons["Demanding"]


def test_a_missing_package_is_named_with_its_command(tmp_path: Path) -> None:
    tree = mini_tree.write(tmp_path, ACCESSORS)
    (tree / "sglang" / "srt" / "server_args.py").write_text("import no_such_package_here\n", encoding="utf-8")
    report = verify_cpu(CpuOptions(CpuRequest(str(tree)), linted=None))
    assert report.missing is not None
    assert report.missing.package == "no_such_package_here"
    assert "python -m pip install no_such_package_here" in render_text(report)
    assert report.exit_code == 3


def test_an_incomplete_tree_is_no_missing_package(tmp_path: Path) -> None:
    tree = mini_tree.write(tmp_path, ACCESSORS)
    (tree / "sglang" / "srt" / "server_args.py").write_text("import sglang.srt.configs\n", encoding="utf-8")
    text = render_text(verify_cpu(CpuOptions(CpuRequest(str(tree)), linted=None)))
    assert "the tree imports sglang.srt.configs, which is broken here (the tree has no such module)\n" in text
    assert "pip install" not in text


def test_a_tree_that_kills_its_process_is_reported(tmp_path: Path) -> None:
    tree = mini_tree.write(tmp_path, ACCESSORS)
    text = "import os, sys\nprint('out of patience', file=sys.stderr)\nsys.stderr.flush()\nos._exit(7)\n"
    (tree / "sglang" / "srt" / "server_args.py").write_text(text, encoding="utf-8")
    report = verify_cpu(CpuOptions(CpuRequest(str(tree)), linted=None))
    assert report.failure
    assert "out of patience" in report.log
    assert report.exit_code == 3


def test_a_pool_that_was_asked_for_and_is_not_there_is_named(tmp_path: Path) -> None:
    tree = mini_tree.write(tmp_path, ACCESSORS)
    report = verify_cpu(CpuOptions(CpuRequest(str(tree), only=("NoSuchPool",)), linted=None))
    assert "NoSuchPool" in {entry.name for entry in report.unbuilt}
    assert report.exit_code == 3
