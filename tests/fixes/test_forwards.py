"""An entry that runs the model unarmed selects its consumer; a replay of recorded gates waits before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, inserted, outcome, program, rules

WORKER = """\
class Worker:
    def __init__(self, runner, controller):
        self.runner = runner
        self.controller = controller

    def generate(self, batch: Batch):
        self.controller.counter.set_consumer(batch.consumer)
        return self.runner.forward(batch)


class Embedder(Worker):
    def embed(self, {head}):
{body}        return self.runner.forward({name})
"""


def worker(head: str, body: str = "", name: str = "batch") -> str:
    return program("class Batch:\n    pass\n\n\n" + WORKER.format(head=head, body=body, name=name))


@pytest.mark.parametrize(
    ("head", "name"),
    [("batch", "batch"), ("size, work: Batch", "work"), ("work", "work"), ("size, batch", "batch")],
)
def test_an_entry_selects_the_consumer_as_its_sibling_does(tmp_path: Path, head: str, name: str) -> None:
    text = worker(head, '        """Embed."""\n', name)
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == [f"        self.controller.counter.set_consumer({name}.consumer)"]
    assert new.index('"""Embed."""') < new.rindex(f"set_consumer({name}.consumer)\n        return")
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.IN_METHOD, Safety.SAFE)]
    assert rules(tmp_path, new) == []
    assert outcome(tmp_path, new)[0] == new


@pytest.mark.parametrize(
    ("head", "body", "name"),
    [
        ("works", "        work = works.first()\n", "work"),
        ("work", "", "work.batch"),
        ("left, right", "", "left"),
    ],
)
def test_the_consumer_is_the_one_of_what_is_run(tmp_path: Path, head: str, body: str, name: str) -> None:
    text = worker(head, body, name)
    new, _ = outcome(tmp_path, text)
    line = f"        self.controller.counter.set_consumer({name}.consumer)"
    assert inserted(text, new) == [line]
    assert new.index(body) < new.index(line)


@pytest.mark.parametrize("body", ["", "        print(len(works))\n        self.seen(works)\n"])
def test_what_only_makes_the_batch_has_no_consumer(tmp_path: Path, body: str) -> None:
    seen = "print(len(batch))\n        self.seen(batch)\n        self.controller"
    text = worker("works", body, "works.made()").replace("self.controller.counter.set", f"{seen}.counter.set")
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert [f.rule for f in done.after.report.findings] == ["GC009"]


def test_a_batch_that_may_be_missing_is_asked_for_first(tmp_path: Path) -> None:
    text = worker("batch=None")
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [
        "        if batch is not None:",
        "            self.controller.counter.set_consumer(batch.consumer)",
    ]


def test_a_batch_is_asked_for_its_consumer_behind_what_checks_it(tmp_path: Path) -> None:
    check = "        self.count += 1\n        if batch is None:\n            return None\n"
    text = worker("batch", check)
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(check, check + "        self.controller.counter.set_consumer(batch.consumer)\n")


MADE = """\
        if {asked}:
            work = self.make(batch)
        else:
            assert work is not None
        if self.small:
            return self.runner.forward(work)
"""


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("batch: Optional[Batch], work=None", MADE.format(asked="batch is not None")),
        ("batch: 'Batch | None', work=None", MADE.format(asked="batch")),
        ("batch, work=None", MADE.format(asked="batch is not None")),
        ("batch: Batch | None", ""),
        ("batch", "        self.count += batch is None\n"),
    ],
)
def test_a_batch_that_is_asked_for_elsewhere_is_asked_for_its_consumer_under_a_check(
    tmp_path: Path, head: str, body: str
) -> None:
    text = worker(head, body, "work" if "work" in head else "batch")
    text = text.replace("import torch", "from typing import Optional\n\nimport torch", 1)
    if "work" in head:
        text = text.replace("self.runner.forward(batch)", "self.runner.forward(self.make(batch))", 1)
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    new, _ = outcome(tmp_path, text)
    guarded = "        if batch is not None:\n            self.controller.counter.set_consumer(batch.consumer)\n"
    assert guarded in new
    assert new.replace(guarded, "", 1) == text
    assert rules(tmp_path, new) == []


@pytest.mark.parametrize(
    "body",
    [
        "        assert batch is not None\n",
        "        if self.idle or not batch:\n            return None\n",
    ],
)
def test_a_check_that_was_made_is_not_made_again(tmp_path: Path, body: str) -> None:
    text = worker("batch=None", body)
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.controller.counter.set_consumer(batch.consumer)"]
    assert rules(tmp_path, new) == []


def test_a_selection_is_not_moved_out_of_the_check_of_its_batch(tmp_path: Path) -> None:
    select = "self.controller.counter.set_consumer(batch.consumer)"
    late = f"        out = self.runner.forward(work)\n        if batch is not None:\n            {select}\n"
    text = worker("work, batch=None", late, "work").replace("return self.runner.forward(work)", "return out")
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    new, _ = outcome(tmp_path, text)
    lines = [line.strip() for line in new.splitlines()]
    at = [i for i, line in enumerate(lines) if line == select]
    assert all(lines[i - 1] == "if batch is not None:" for i in at[1:])


def test_no_parameter_that_could_be_the_batch_is_no_reason_to_guess(tmp_path: Path) -> None:
    text = worker("left, right", name="Batch(left, right)")
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert [f.fix.reason for f in done.after.report.findings if "shows how a consumer" in f.fix.reason]


def test_a_selection_that_comes_late_is_moved(tmp_path: Path) -> None:
    late = "        out = self.runner.forward(batch)\n        self.controller.counter.set_consumer(batch.consumer)\n"
    text = program("class Batch:\n    pass\n\n\n" + WORKER.split("\n\n\nclass", maxsplit=1)[0]) + (
        "\n\n\nclass Embedder(Worker):\n    def embed(self, batch):\n" + late + "        return out\n"
    )
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    new, _ = outcome(tmp_path, text)
    assert sorted(new.splitlines()) == sorted(text.splitlines())
    assert new.endswith(late.splitlines()[1] + "\n" + late.splitlines()[0] + "\n        return out\n")
    assert rules(tmp_path, new) == []


SPLIT = """\


class Splitter(Worker):
    def run_all(self, batches):
        for {loop}
            self.runner.forward({given})
"""


@pytest.mark.parametrize(
    ("loop", "given", "name"),
    [
        ("work in batches:", "work", "work"),
        ("number, work in enumerate(batches):", "work, number=number", "work"),
        ("work in batches:\n            made = Batch(work)", "made", "work"),
        ("work, other in zip(batches, range(9)):", "work", "work"),
        ("work, other in zip(batches, range(9)):", "None", None),
    ],
)
def test_each_batch_of_a_loop_selects_its_own_consumer(tmp_path: Path, loop: str, given: str, name: str | None) -> None:
    head = "class Batch:\n    pass\n\n\n" + WORKER.split("\n\n\nclass", maxsplit=1)[0]
    text = program(head + SPLIT.format(loop=loop, given=given))
    assert rules(tmp_path, text) == [("GC009", "Splitter.run_all")]
    new, _ = outcome(tmp_path, text, ANY)
    wanted = [f"            self.controller.counter.set_consumer({name}.consumer)"] if name is not None else []
    assert inserted(text, new) == wanted


def test_batches_that_a_comprehension_runs_are_left_alone(tmp_path: Path) -> None:
    text = worker("batches", "", "None").replace(
        "        return self.runner.forward(None)", "        return [self.runner.forward(b) for b in batches]"
    )
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    assert outcome(tmp_path, text, ANY)[0] == text


def test_what_the_sibling_asks_of_its_own_parameter_is_not(tmp_path: Path) -> None:
    other = "        if batch is None:\n            print(self)\n        self.controller.counter.set"
    text = worker("batch").replace("        self.controller.counter.set", other, 1)
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.controller.counter.set_consumer(batch.consumer)"]


def test_what_the_sibling_asks_for_is_asked_for(tmp_path: Path) -> None:
    checks = (
        "        if self.controller is None:\n            return self.runner.forward(batch)\n"
        "        if self.controller.counter is None:\n            return self.runner.forward(batch)\n"
    )
    text = worker("batch").replace(
        "        self.controller.counter.set", checks + "        self.controller.counter.set", 1
    )
    assert rules(tmp_path, text)[-1] == ("GC009", "Embedder.embed")
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new)[:3] == [
        "        if self.controller is not None:",
        "            if self.controller.counter is not None:",
        "                self.controller.counter.set_consumer(batch.consumer)",
    ]


HELPED = """\
class Base:
    def embed(self, batch: Batch, scale: int = 1):
        return self.runner.forward(batch)


class Worker(Base):
    def __init__(self, runner, controller):
        self.runner = runner
        self.controller = controller

    def select(self, index):
        if self.controller is not None:
            self.controller.counter.set_consumer(index)

    def generate(self, batch: Batch):
        if batch is not None:
            self.select(batch.consumer)
        return self.runner.forward(batch)
"""


def test_an_heir_overrides_what_its_base_cannot_arm(tmp_path: Path) -> None:
    text = program("class Batch:\n    pass\n\n\n" + HELPED)
    assert rules(tmp_path, text) == [("GC009", "Base.embed")]
    assert outcome(tmp_path, text, SAFE)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == [
        "",
        "    def embed(self, batch: Batch, scale: int = 1):",
        "        if batch is not None:",
        "            self.select(batch.consumer)",
        "        return super().embed(batch, scale)",
    ]
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.UNSAFE)]
    assert rules(tmp_path, new) == []


RUNNER = """\
class Runner:
    def __init__(self, pool: Pool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            for layer_id in range(self.pool.layer_num):
                self.out = self.pool.get_rows(layer_id).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out
"""
WAITING = """\


class Other(Runner):
    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        found = self.pool.counter
        if found is not None:
            found.wait_until(self.pool.layer_num - 1)
        self.graph.replay()
        return self.out
"""


def test_a_runner_waits_before_the_replay_as_another_does(tmp_path: Path) -> None:
    text = program(RUNNER + WAITING)
    assert rules(tmp_path, text) == [("GC010", "Runner.replay")]
    assert outcome(tmp_path, text)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == [
        "        if self.pool.counter is not None:",
        "            self.pool.counter.wait_until(self.pool.layer_num - 1)",
    ]
    assert new.index("is_extend()\n        if self.pool.counter") < new.index("class Other")
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.IN_METHOD, Safety.UNSAFE)]
    assert rules(tmp_path, new) == []


def test_a_wait_that_is_copied_asks_for_the_counter(tmp_path: Path) -> None:
    bare = (
        "        if self.pool.counter is None:\n            return None\n"
        "        self.pool.counter.wait_until(self.pool.layer_num - 1)\n"
    )
    head, tail = WAITING.split("        found =")
    text = program(RUNNER + head + bare + "        self.graph" + tail.split("        self.graph")[1])
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == [
        "        if self.pool.counter is not None:",
        "            self.pool.counter.wait_until(self.pool.layer_num - 1)",
    ]


def test_a_runner_without_an_example_waits_for_the_last_event(tmp_path: Path) -> None:
    text = program(RUNNER).replace("        self.events = [", "        self.count = layers\n        self.events = [")
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == [
        "        counter = self.pool.counter",
        "        if counter is not None:",
        "            counter.wait_until(counter.count - 1)",
    ]
    assert rules(tmp_path, new) == []


def test_a_runner_whose_counter_has_no_length_is_left_alone(tmp_path: Path) -> None:
    text = program(RUNNER)
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    (finding,) = done.after.report.findings
    assert finding.fix.strategy is None
    assert "no runner shows a wait" in finding.fix.reason
