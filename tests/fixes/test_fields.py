"""An entry selects the consumer of an object that has one: the batch, not what was made of it for the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety
from tests.fixes.small import ANY, SAFE, inserted, outcome, program, rules

TEXT = """\
class Batch:
    def __init__(self, ids):
        self.ids = ids
        self.consumer = -1


class Step:
    ids: list

    def __init__(self, ids):
        self.ids = ids

    @classmethod
    def of(cls, batch):
        made = cls(batch.ids)
        return made


class Whole(Batch):
    @classmethod
    def of(cls, batch):
        return cls(batch.ids)


class Worker:
    def __init__(self, runner, controller):
        self.runner = runner
        self.controller = controller

    def prepared(self, batch):
        return Step.of(batch)

    def generate(self, batch):
        self.controller.counter.set_consumer(batch.consumer)
        return self.runner.forward(batch)


class Embedder(Worker):
    def embed(self, {head}):
{body}        return self.runner.forward({name})
"""


def embedder(head: str, made: str | None, name: str = "step") -> str:
    body = f"        step = {made}\n" if made is not None else ""
    return program(TEXT.format(head=head, body=body, name=name))


@pytest.mark.parametrize(
    ("head", "made", "name"),
    [
        ("batch: Batch", "Step.of(batch)", "batch"),
        ("batch", "Step.of(batch)", "batch"),
        ("batch", "Step(batch.ids)", "batch"),
        ("batch", "self.prepared(batch)", "batch"),
        ("work: Batch", "self.prepared(work)", "work"),
        ("size, work: 'Batch'", "Step(work)", "work"),
        ("batch: Batch", "batch.made()", "batch"),
        ("batch", "Whole.of(batch)", "step"),
        ("batch: Step", "Whole.of(batch)", "step"),
    ],
)
def test_what_has_a_consumer_is_asked_for_it(tmp_path: Path, head: str, made: str, name: str) -> None:
    text = embedder(head, made)
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [f"        self.controller.counter.set_consumer({name}.consumer)"]
    assert rules(tmp_path, new) == []


@pytest.mark.parametrize(
    ("head", "made"),
    [("batch: Step", None), ("step: Step", None), ("work", "Step.of(work)"), ("left: Batch, right: Batch", "Step(1)")],
)
def test_where_nothing_has_one_for_sure_none_is_selected(tmp_path: Path, head: str, made: str | None) -> None:
    text = embedder(head, made, "step" if made is not None else head.split(":", maxsplit=1)[0])
    assert rules(tmp_path, text) == [("GC009", "Embedder.embed")]
    assert outcome(tmp_path, text, ANY)[0] == text


def test_what_is_made_of_the_batch_may_have_none(tmp_path: Path) -> None:
    text = embedder("batch", "batch.made()")
    assert outcome(tmp_path, text, SAFE)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == ["        self.controller.counter.set_consumer(step.consumer)"]
    assert [r.offer.safety for r in done.repairs] == [Safety.UNSAFE]
    assert done.repairs[0].offer.reason.endswith("nothing shows that step has a consumer")
