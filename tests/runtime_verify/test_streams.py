from __future__ import annotations

from gatecheck.runtime_verify.faults import EarlyEvent, EventTables, GateRemoved, PreviousLayer
from gatecheck.runtime_verify.streams import DeviceModule, Event, Stream, World


class Loads:
    """Three layers loaded on a side stream, an event behind each."""

    def __init__(self) -> None:
        self.world = World()
        self.module = DeviceModule(self.world)
        self.side = self.module.Stream()
        self.events = [self.module.Event() for _ in range(3)]
        self.ticks: list[int] = []

    def run(self) -> None:
        for event in self.events:
            self.ticks.append(self.side.launch())
            event.record(self.side)

    def covered(self, layer: int) -> bool:
        return self.world.default.clock.get(self.side.number, 0) >= self.ticks[layer]


def test_nothing_is_ordered_unless_something_orders_it() -> None:
    loads = Loads()
    loads.run()
    assert not any(loads.covered(layer) for layer in range(3))


def test_an_event_covers_what_was_launched_before_it_and_no_more() -> None:
    loads = Loads()
    loads.run()
    loads.events[1].wait()
    assert [loads.covered(layer) for layer in range(3)] == [True, True, False]


def test_waiting_for_an_event_that_was_never_recorded_orders_nothing() -> None:
    loads = Loads()
    loads.events[2].wait()
    loads.run()
    assert not loads.covered(0)


def test_a_wait_binds_the_stream_that_is_current_where_it_is_called() -> None:
    loads = Loads()
    loads.run()
    other = loads.module.Stream()
    with loads.module.stream(other):
        loads.events[2].wait()
    assert not loads.covered(2)
    loads.world.default.wait_stream(other)
    assert loads.covered(2)


def test_a_synchronised_host_orders_whatever_it_launches_afterwards() -> None:
    loads = Loads()
    loads.run()
    assert not loads.events[2].query()
    loads.module.synchronize()
    loads.world.default.launch()
    assert loads.covered(2)
    assert loads.events[2].query()
    assert loads.side.query()


def test_a_loop_that_polls_comes_to_an_end_and_then_is_ordered() -> None:
    loads = Loads()
    loads.run()
    polls = 0
    while not loads.events[0].query():
        polls += 1
    loads.world.default.launch()
    assert polls
    assert loads.covered(0)


def test_a_stream_is_a_context() -> None:
    loads = Loads()
    with loads.side as entered:
        assert loads.module.current_stream() is entered
    assert loads.module.current_stream() is loads.world.default


def test_a_removed_gate_orders_nothing() -> None:
    loads = Loads()
    loads.world.rewrite = GateRemoved(EventTables(loads))
    loads.run()
    loads.events[2].wait()
    loads.module.synchronize()
    loads.world.default.launch()
    assert not loads.covered(0)


def test_the_previous_layer_is_waited_for_and_before_the_first_nothing() -> None:
    loads = Loads()
    loads.run()
    loads.world.rewrite = PreviousLayer(EventTables(loads), own=1)
    loads.events[2].wait()
    assert [loads.covered(layer) for layer in range(3)] == [True, False, False]


def test_an_early_event_does_not_cover_its_own_layer() -> None:
    loads = Loads()
    loads.world.rewrite = EarlyEvent(EventTables(loads))
    loads.run()
    loads.events[1].wait()
    assert [loads.covered(layer) for layer in range(3)] == [True, False, False]


def test_tables_are_found_wherever_they_hang() -> None:
    loads = Loads()
    tables = EventTables({"no": 1})
    assert tables.tables() == ()
    holder = type("Holder", (), {})()
    holder.inner = [type("Slot", (), {})()]
    holder.inner[0].load_events = loads.events
    assert [EventTables(holder).position(event) for event in loads.events] == [0, 1, 2]


def test_classes_can_be_used_in_annotations() -> None:
    module = DeviceModule(World())
    assert issubclass(module.Stream, Stream)
    assert issubclass(module.Event, Event)
    assert module.Stream | None
