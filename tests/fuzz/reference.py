"""Executes a generated program on numbers: each accessor of each pool, path by path.

Nothing here is symbolic. Layer ids, first layers and mappings are numbers that differ wherever the expressions for them
do; a stream is a name with the events that it is behind; a counter waits or it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fuzz.paths import Oracle, every
from tests.fuzz.things import Copies, Failed, Held, Read, Returned, Rows, Thing
from tests.fuzz.tree import (
    Ask,
    Attempt,
    Body,
    Both,
    Branch,
    Copied,
    Fail,
    Form,
    Given,
    Hold,
    Index,
    Keep,
    Layer,
    Leave,
    Loop,
    Method,
    OnStream,
    PoolClass,
    Program,
    Registration,
    Slot,
    Statement,
    Synchronize,
    Test,
    Var,
    Wait,
    WaitForAll,
)

LAYER, START, LOCAL = 117, 100, 5
EVERY = -1000
"""The last event of the table: whoever waited for it has waited for all."""
MAIN, SIDE = "main", "side"
KIT = PoolClass("Pool", "", (Method("get_rows", (Wait(Index.OWN), Leave(Layer("rows")))),))
OPEN = None
"""A flag of which nothing is known: a method that tests it goes both ways."""


@dataclass
class Frame:
    """One activation."""

    thing: Thing
    owner: str
    layer: int
    fast: bool | None
    times: int | None
    held: dict[str, Held] = field(default_factory=dict)
    chosen: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Path:
    """One path of one accessor: the reads whose data somebody gets, and every wait with its number."""

    reads: tuple[Read, ...]
    waits: tuple[tuple[int, int], ...]


class Classes:
    """The classes of a program by name."""

    def __init__(self, program: Program) -> None:
        self.by_name = {each.name: each for each in (KIT, *program.classes)}

    def line(self, name: str) -> list[PoolClass]:
        """Return a class and its bases, nearest first."""
        found = []
        while name:
            found.append(self.by_name[name])
            name = found[-1].base
        return found

    def method(self, cls: str, name: str, after: str = "") -> tuple[str, Method] | None:
        """Return a method and the class that defines it, behind a class where one is given."""
        line = [each.name for each in self.line(cls)]
        for each in line[line.index(after) + 1 if after else 0 :]:
            for method in self.by_name[each].methods:
                if method.name == name:
                    return each, method
        return None

    def accessors(self, cls: str) -> list[tuple[str, Method]]:
        """Return what others may call of an object of a class."""
        names = sorted({m.name for each in self.line(cls) for m in each.methods if m.is_accessor})
        return [found for name in names if (found := self.method(cls, name)) is not None]

    def make(self, name: str) -> Thing:
        """Return an object of a class, registered."""
        owners = [each for each in self.line(name) if each.inner is not None]
        if not owners:
            return Thing(name, live=True, start=START)
        owner = owners[0]
        assert owner.inner is not None
        live = owner.registration is Registration.FORWARDS
        events = ((LOCAL, LAYER - START),) if owner.mapped else ()
        inner = Thing(owner.inner, live=live, start=0, events=events)
        return Thing(name, live=True, start=START, inner=inner, mapped=owner.mapped)


class Run:
    """One path of one accessor."""

    def __init__(self, classes: Classes, oracle: Oracle) -> None:
        self.classes = classes
        self.oracle = oracle
        self.known: dict[str, frozenset[int]] = {MAIN: frozenset(), SIDE: frozenset()}
        self.stream = MAIN
        self.dead = False
        self.waits: list[tuple[int, int]] = []
        self.clock = 0
        self.stack: list[str] = []
        self.guarded = 0

    def enter(self, thing: Thing, owner: str, method: Method) -> Path:
        """Call an accessor from outside, with a layer and flags of which nothing is known."""
        try:
            value = self.call(thing, owner, method, LAYER, OPEN)
        except Failed:
            value = None
        return Path(tuple(self.got(value)), tuple(self.waits))

    def got(self, value: Held) -> Iterator[Read]:
        """Yield what whoever gets a value reads, or has read."""
        if isinstance(value, tuple):
            for each in value:
                yield from self.got(each)
        elif isinstance(value, Rows):
            yield self.read(value, leaves=True)
        elif isinstance(value, Copies):
            yield from value.reads

    def read(self, rows: Rows, *, leaves: bool) -> Read:
        """Return a read of a layer as it would be here."""
        every_known = frozenset(each for known in self.known.values() for each in known)
        return Read(
            rows.buffer,
            rows.thing.event_of(rows.layer),
            (*self.stack[1:], *rows.through),
            self.known[self.stream],
            every_known,
            self.dead,
            self.clock,
            leaves,
        )

    def call(self, thing: Thing, owner: str, method: Method, layer: int, fast: bool | None) -> Held:
        """Call a method."""
        outermost = not self.stack
        self.stack.append(f"{owner}.{method.name}")
        guarded, self.guarded = self.guarded, 0
        frame = Frame(thing, owner, layer, fast, None if outermost else 1)
        try:
            self.block(method.body, frame)
            value: Held = self.number(method.returns, frame) if method.returns is not None else None
        except Returned as returned:
            value = returned.value
        finally:
            self.guarded = guarded
            symbol = self.stack.pop()
        return handed_on(value, symbol) if self.stack else value

    def block(self, body: Body, frame: Frame) -> None:
        """Execute statements, each of which may fail where somebody would catch it."""
        for statement in body:
            if self.guarded and self.oracle.choose(2):
                raise Failed
            self.clock += 1
            self.statement(statement, frame)

    def statement(self, statement: Statement, frame: Frame) -> None:
        """Execute one statement."""
        match statement:
            case Wait(index, _):
                self.wait(self.number(index, frame), frame.thing)
            case WaitForAll():
                self.wait(EVERY, frame.thing)
            case Synchronize():
                self.synchronize()
            case Hold(method, slot, fast):
                value = self.ask(Ask(method, fast=fast), frame)
                frame.held.update({"slot": value} if slot else {})
            case _:
                self.simple(statement, frame)

    def simple(self, statement: Statement, frame: Frame) -> None:
        """Execute one statement that does not wait by itself."""
        match statement:
            case Slot(index):
                frame.held["slot"] = self.number(index, frame)
            case Keep(name, value):
                frame.held[name] = self.value(value, frame)
            case Leave(value):
                raise Returned(self.value(value, frame) if value is not None else None)
            case Both(first, second):
                raise Returned((self.value(first, frame), self.value(second, frame)))
            case Fail():
                raise Failed
            case _:
                self.nested(statement, frame)

    def nested(self, statement: Statement, frame: Frame) -> None:
        """Execute a statement that holds others."""
        match statement:
            case Branch(test, body, orelse):
                self.block(body if self.holds(test, frame) else orelse, frame)
            case Loop(body, times, leaves):
                self.loop(body, times, leaves, frame)
            case Attempt(body, handler, final):
                try:
                    self.attempt(body, handler, frame)
                finally:
                    guarded, self.guarded = self.guarded, 0
                    self.block(final, frame)
                    self.guarded = guarded
            case OnStream(body, ordered):
                if ordered:
                    self.known[SIDE] |= self.known[self.stream]
                outer, self.stream = self.stream, SIDE
                try:
                    self.block(body, frame)
                finally:
                    self.stream = outer

    def loop(self, body: Body, times: int | None, leaves: bool, frame: Frame) -> None:
        """Execute a loop, no, one or two times where nothing is known."""
        known = frame.times if times is None else times
        for _ in range(self.oracle.choose(3) if known is None else known):
            self.block(body, frame)
            if leaves:
                return

    def attempt(self, body: Body, handler: Body | None, frame: Frame) -> None:
        """Execute what may fail, and what then happens."""
        if handler is None:
            self.block(body, frame)
            return
        self.guarded += 1
        try:
            self.block(body, frame)
        except Failed:
            self.guarded -= 1
            self.block(handler, frame)
        else:
            self.guarded -= 1
        # A return leaves the method, and its count of guards with it.

    def holds(self, test: Test, frame: Frame) -> bool:
        """Tell whether a test holds: one answer for a method that is running."""
        if test is Test.WIDE:
            return self.open("wide", frame)
        fast = frame.fast if frame.fast is not None else self.open("fast", frame)
        return fast is (test is Test.FAST)

    def open(self, name: str, frame: Frame) -> bool:
        """Return the answer for something of which nothing is known."""
        if name not in frame.chosen:
            frame.chosen[name] = bool(self.oracle.choose(2))
        return frame.chosen[name]

    def wait(self, event: int, thing: Thing) -> None:
        """Wait for an event on the counter of an object."""
        if not thing.live:
            self.dead = True
            return
        self.known[self.stream] |= {event}
        self.waits.append((self.clock, event))

    def synchronize(self) -> None:
        """Wait for everything, on every stream."""
        for stream in self.known:
            self.known[stream] |= {EVERY}
        self.waits.append((self.clock, EVERY))

    def number(self, index: Index, frame: Frame) -> int:
        """Return the value of an index."""
        own = frame.layer - frame.thing.start
        if index is Index.SLOT:
            slot = frame.held.get("slot")
            assert isinstance(slot, int)
            return slot
        return {Index.OWN: own, Index.GLOBAL: frame.layer, Index.BEFORE: own - 1}.get(index, LOCAL)

    def value(self, given: Given, frame: Frame) -> Held:
        """Return the value of an expression."""
        match given:
            case Var(name):
                return frame.held[name]
            case Layer(buffer, index, inner, _):
                thing = frame.thing.inner if inner else frame.thing
                assert thing is not None
                return Rows(thing, buffer, self.number(index, frame))
            case Copied(of, _):
                return self.copied(self.value(of, frame))
            case Ask():
                return self.ask(given, frame)
        raise TypeError(given)

    def copied(self, value: Held) -> Held:
        """Return data made of a value: a layer is read now."""
        if isinstance(value, Rows):
            return Copies((self.read(value, leaves=False),))
        if isinstance(value, tuple):
            return Copies(tuple(read for each in value for read in self.got(self.copied(each))))
        return value

    def ask(self, ask: Ask, frame: Frame) -> Held:
        """Call a method of the object, its base class, or the pool that it owns."""
        thing = frame.thing.inner if ask.receiver == "inner" else frame.thing
        assert thing is not None
        after = frame.owner if ask.receiver == "super" else ""
        found = self.classes.method(thing.cls, ask.method, after)
        assert found is not None, ask
        known = {"": False, "True": True, "False": False}
        fast = frame.fast if ask.fast == "fast" else known[ask.fast]
        return self.call(thing, *found, self.number(ask.index, frame), fast)


def handed_on(value: Held, symbol: str) -> Held:
    """Return an address with one more method that it came through."""
    if isinstance(value, tuple):
        return tuple(handed_on(each, symbol) for each in value)
    if isinstance(value, Rows):
        return Rows(value.thing, value.buffer, value.layer, (symbol, *value.through))
    return value


def paths(classes: Classes, cls: str, owner: str, method: Method) -> list[Path]:
    """Return every path of an accessor on an object of a class."""
    thing = classes.make(cls)
    return list(every(lambda oracle: Run(classes, oracle).enter(thing, owner, method)))


__all__ = ["EVERY", "Classes", "Form", "Path", "Read", "paths"]
