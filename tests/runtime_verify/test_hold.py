from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

torch = pytest.importorskip("torch", reason="the hooks stand on torch's event class")

from gatecheck.runtime_verify.faults import EventTables  # noqa: E402
from gatecheck.runtime_verify.hold import LoaderHooks, Watchdog, wait_for  # noqa: E402
from gatecheck.runtime_verify.records import Fault  # noqa: E402

LOADS, READS = "load stream", "read stream"


class FakeEvent:
    log: ClassVar[list[tuple[str, Any, str]]] = []

    def record(self, stream: Any = None) -> None:
        self.log.append(("record", self, stream))

    def wait(self, stream: Any = None) -> None:
        self.log.append(("wait", self, stream))


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[FakeEvent]:
    monkeypatch.setattr(torch.cuda, "Event", FakeEvent)
    monkeypatch.setattr(FakeEvent, "log", [])
    return [FakeEvent() for _ in range(3)]


def hooks_on(events: list[FakeEvent]) -> LoaderHooks:
    return LoaderHooks(EventTables(SimpleNamespace(slots=[SimpleNamespace(load_events=events)]), FakeEvent))


def load(hooks: LoaderHooks, events: list[FakeEvent], held: list[int]) -> None:
    hooks.before_layer = held.append
    hooks.begin()
    for layer, event in enumerate(events):
        held.append(100 + layer)
        event.record(LOADS)
    hooks.before_layer = None


def learned(events: list[FakeEvent]) -> LoaderHooks:
    hooks = hooks_on(events)
    with hooks:
        for event in events:
            event.record(LOADS)
    FakeEvent.log.clear()
    return hooks


def test_the_load_stream_is_learned_from_a_load(events: list[FakeEvent]) -> None:
    assert learned(events).load_stream == LOADS


def test_every_layer_is_held_before_its_copy(events: list[FakeEvent]) -> None:
    held: list[int] = []
    with learned(events) as hooks:
        load(hooks, events, held)
    assert held == [0, 100, 1, 101, 2, 102]


def test_an_early_event_is_recorded_before_the_hold_and_not_again(events: list[FakeEvent]) -> None:
    held: list[int] = []
    with learned(events) as hooks:
        hooks.fault = Fault.EARLY_EVENT
        load(hooks, events, held)
    assert [event for word, event, _ in FakeEvent.log if word == "record"] == events


@pytest.mark.parametrize(
    ("fault", "waited"), [(None, [0, 1, 2]), (Fault.GATE_REMOVED, []), (Fault.PREVIOUS_LAYER, [0, 1])]
)
def test_a_readers_wait_is_changed_as_the_fault_says(
    events: list[FakeEvent], fault: Fault | None, waited: list[int]
) -> None:
    seen: list[int] = []
    with learned(events) as hooks:
        hooks.fault = fault
        hooks.on_wait = seen.append
        for event in events:
            event.wait(READS)
    assert seen == [0, 1, 2]
    assert [events.index(event) for word, event, _ in FakeEvent.log if word == "wait"] == waited


def test_the_loaders_own_waits_and_other_events_are_left_alone(events: list[FakeEvent]) -> None:
    other = FakeEvent()
    with learned(events) as hooks:
        hooks.fault = Fault.GATE_REMOVED
        events[1].wait(LOADS)
        other.wait(READS)
        other.record(READS)
    assert [event for _, event, _ in FakeEvent.log] == [events[1], other, other]


def test_torchs_own_methods_are_back_afterwards(events: list[FakeEvent]) -> None:
    record = FakeEvent.record
    with hooks_on(events):
        assert FakeEvent.record is not record
    assert FakeEvent.record is record


def test_a_watchdog_releases_once_and_says_so() -> None:
    flag = SimpleNamespace(values=[])
    flag.set = flag.values.append
    with Watchdog(flag, 7, 0.01) as watchdog:
        assert wait_for(lambda: watchdog.fired, 5.0)
    with Watchdog(flag, 8, 60.0) as calm:
        pass
    assert flag.values == [7]
    assert not calm.fired


def test_waiting_gives_up_in_time() -> None:
    started = time.monotonic()
    assert not wait_for(lambda: False, 0.05)
    assert time.monotonic() - started < 2.0
