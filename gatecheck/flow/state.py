"""The state of the walk at one point: variables, and what each stream has certainly and perhaps waited for."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from gatecheck.flow.conditions import Known, known, learn
from gatecheck.flow.modes import NOTHING_LOADS
from gatecheck.flow.values import (
    ALL_LAYERS,
    CURRENT_STREAM,
    Counter,
    Instance,
    ListOf,
    Named,
    Row,
    Seq,
    Table,
    Union_,
    Value,
    attribute,
    union,
)

_Key = TypeVar("_Key")
# A wait that more ways than this lack is taken for one that may not have been made.
_MAX_WITHOUT = 6
ARMED_TOKEN = "consumer"  # noqa: S105 - a name for a kind of wait
"""Stands for a selection of a consumer, which orders nothing by itself."""


class Wait(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One event that a stream waits for. ``index`` may be ``ALL_LAYERS``; ``stream`` None binds every stream."""

    index: Value
    token: str
    stream: Value | None
    place: tuple[str, int]

    def implies(self, other: Wait) -> bool:
        """Whether whoever waited for this has waited for ``other`` too."""
        if self.stream is not None and self.stream != other.stream:
            return False
        return self.index in (other.index, ALL_LAYERS)


class DeadGate(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A gate that was reached and does not wait, and why: its counter is muted or unset."""

    counter: Counter
    index: Value
    place: tuple[str, int]


class Conditional(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A wait that was made on every way here but some; on each of those all conditions of one of ``unless`` hold."""

    wait: Wait
    unless: frozenset[frozenset[tuple[Value, bool]]]

    def left_by(self, conds: Known) -> frozenset[frozenset[tuple[Value, bool]]]:
        """The ways without the wait that what is known of conditions does not rule out."""
        return frozenset(way for way in self.unless if all(known(cond, conds) is not (not said) for cond, said in way))


class Pending(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A buffer handed to an unknown call whose value nobody used: a read as soon as one of ``with_`` leaves.

    ``outputs`` are those of them that nothing had been put into before: whoever uses one finds there what was read.
    """

    read: object
    with_: tuple[Value, ...]
    outputs: tuple[Value, ...] = ()


class State:
    """One path's knowledge. Mutable while a path is followed; copied where paths part."""

    __slots__ = (
        "attrs",
        "conditional",
        "conds",
        "dead",
        "ended",
        "env",
        "events",
        "maybe",
        "must",
        "pending",
        "stream",
    )

    def __init__(self) -> None:
        self.env: dict[str, Value] = {}
        self.attrs: dict[tuple[object, str], Value] = {}
        self.conds: dict[Value, bool] = {}
        self.conditional: frozenset[Conditional] = frozenset()
        self.must: frozenset[Wait] = frozenset()
        self.maybe: frozenset[Wait] = frozenset()
        self.dead: frozenset[DeadGate] = frozenset()
        self.events: dict[Value, frozenset[Wait]] = {}
        self.pending: tuple[Pending, ...] = ()
        self.stream: Value = CURRENT_STREAM
        self.ended = False

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.env = self.env.copy()
        new.attrs = self.attrs.copy()
        new.conds = self.conds.copy()
        new.conditional = self.conditional
        new.must, new.maybe, new.dead = self.must, self.maybe, self.dead
        new.events = self.events.copy()
        new.pending, new.stream, new.ended = self.pending, self.stream, self.ended
        return new

    def wait(self, wait: Wait) -> None:
        """The stream of ``wait`` is behind its event from here on."""
        self.must |= {wait}
        self.maybe |= {wait}

    def held_in(self, value: Value, name: str) -> Value | None:
        """What an attribute of a namespace holds: what was put there last."""
        put = self.attrs.get((value, name))
        return put if put is not None or not isinstance(value, Named) else value.at(attribute(name))

    def learn(self, cond: Value, *, truth: bool) -> None:
        """Remember the outcome of a condition, and with it the waits that were made on all ways on which it is so."""
        learn(cond, self.conds, truth=truth)
        self.heed()

    def heed(self) -> None:
        """Take over the waits of which the known conditions say that they were made."""
        for one in self.conditional:
            left = one.left_by(self.conds)
            if not left:
                self.wait(one.wait)
            if left != one.unless:
                self.conditional = self.conditional - {one} | ({Conditional(one.wait, left)} if left else set())

    def order(self, behind: Value | None, waits: frozenset[Wait]) -> None:
        """Put stream ``behind``, or with None every stream, after everything in ``waits``."""
        for one in waits:
            self.wait(msgspec.structs.replace(one, stream=behind))

    def waits_of(self, stream: Value) -> frozenset[Wait]:
        """What one stream is certainly behind."""
        return frozenset(w for w in self.must if w.stream is None or w.stream == stream)

    def key(self) -> tuple[object, ...]:
        """What a callee can see of the state, apart from its own variables."""
        return (
            self.must,
            self.maybe,
            self.dead,
            self.stream,
            self.conditional,
            frozenset(self.attrs.items()),
            frozenset(self.events.items()),
        )

    def is_like(self, other: State) -> bool:
        """Whether a callee can see no difference between two states, apart from its own variables."""
        return (
            self.must == other.must
            and self.maybe == other.maybe
            and self.dead == other.dead
            and self.stream == other.stream
            and self.conditional == other.conditional
            and self.attrs == other.attrs
            and self.events == other.events
        )

    def become(self, other: State) -> None:
        """Take over everything from another state."""
        self.env, self.attrs, self.conds, self.events = other.env, other.attrs, other.conds, other.events
        self.must, self.maybe, self.dead, self.conditional = other.must, other.maybe, other.dead, other.conditional
        self.pending, self.stream, self.ended = other.pending, other.stream, other.ended


def meet(left: frozenset[Wait], right: frozenset[Wait]) -> frozenset[Wait]:
    """What was waited for on both ways: each wait of one that some wait of the other implies."""
    if left == right:
        return left
    kept = {w for w in left if any(o.implies(w) for o in right)}
    kept |= {w for w in right if any(o.implies(w) for o in left)}
    return frozenset(kept)


def gained(before: frozenset[Wait], ends: list[State]) -> frozenset[Wait]:
    """What was waited for on every way to one of these ends, and not before."""
    every = ends[0].must
    for end in ends[1:]:
        every = meet(every, end.must)
    return every - before


def on_every_way(ends: list[State]) -> frozenset[Wait]:
    """The waits of the statements that every way comes to, each for all that it is for on one of them."""
    places = [frozenset((w.place, w.token, w.stream) for w in end.must) for end in ends]
    every = frozenset.intersection(*places) if places else frozenset()
    return frozenset(w for end in ends for w in end.must if (w.place, w.token, w.stream) in every)


def join(states: list[State]) -> State:
    """One state that holds on every way in: waits are met, values united, conditions kept where all agree."""
    first = states[0]
    if len(states) == 1:
        return first
    out = first.copy()
    for other in states[1:]:
        met = meet(out.must, other.must)
        out.env = _join_env(out.env, other.env, out.must - met, other.must - met)
        out.must = met
        out.maybe |= other.maybe
        out.dead |= other.dead
        out.attrs = _united(out.attrs, other.attrs)
        out.conds = {c: v for c, v in out.conds.items() if other.conds.get(c) is v}
        out.events = {e: meet(w, other.events[e]) for e, w in out.events.items() if e in other.events}
        out.pending = tuple(dict.fromkeys(out.pending + other.pending))
        if out.stream != other.stream:
            out.stream = CURRENT_STREAM
    out.conditional = _conditional(states, out)
    return out


def _conditional(states: list[State], out: State) -> frozenset[Conditional]:
    """The waits that were made on some of these ways, with what tells the others from them."""
    waits = {wait for st in states for wait in (*st.must, *(one.wait for one in st.conditional))} - out.must
    if not waits:
        return frozenset()
    own = [frozenset(st.conds.items()).difference(out.conds.items()) for st in states]
    sides = list(zip(states, own, strict=True))
    found = ((wait, frozenset(way for st, own in sides for way in _without(st, wait, own))) for wait in waits)
    return frozenset(
        Conditional(wait, ways) for wait, ways in found if 0 < len(ways) <= _MAX_WITHOUT and frozenset() not in ways
    )


def _without(st: State, wait: Wait, own: frozenset[tuple[Value, bool]]) -> list[frozenset[tuple[Value, bool]]]:
    """The ways here through one state that may lack a wait: none where it has it; ``own`` tells it from the others."""
    if wait in st.must or any(one.implies(wait) for one in st.must):
        return []
    partly = [one for one in st.conditional if one.wait == wait]
    if len(partly) > 1:
        partly = [min(partly, key=repr)]
    return [way | own for way in partly[0].unless] if partly else [own]


def joined(results: list[tuple[Value, State]]) -> tuple[tuple[Value, ...], State]:
    """Several outcomes as one state, and each value with the waits that stand on its own way only."""
    if len(results) == 1:
        return (results[0][0],), results[0][1]
    musts = [state.must for _, state in results]
    state = join([state for _, state in results])
    return tuple(guarded(value, must - state.must) for (value, _), must in zip(results, musts, strict=True)), state


def _join_env(
    left: dict[str, Value], right: dict[str, Value], before: frozenset[Wait], after: frozenset[Wait]
) -> dict[str, Value]:
    """The variables of two ways, which differ in the waits ``before`` and ``after``."""
    if not before and not after:
        return _united(left, right)
    if left == right:
        return left
    out = {name: value if name in right else guarded(value, before) for name, value in left.items()}
    for name, value in right.items():
        if name not in out:
            out[name] = guarded(value, after)
        elif out[name] != value:
            out[name] = union(guarded(out[name], before), guarded(value, after))
    return out


def _united(left: dict[_Key, Value], right: dict[_Key, Value]) -> dict[_Key, Value]:
    """What stands under each key on one way or the other."""
    if left == right:
        return left
    out = left.copy()
    for key, value in right.items():
        old = out.get(key)
        if old is None:
            out[key] = value
        elif old is not value and old != value:
            out[key] = union(old, value)
    return out


def guarded(value: Value, waits: frozenset[object]) -> Value:
    """A value that is this one only on ways on which these waits have been made."""
    if not waits:
        return value
    if isinstance(value, (Row, Table)) or (isinstance(value, Instance) and value.index is not None):
        return msgspec.structs.replace(value, behind=value.behind | waits)
    if isinstance(value, Instance):
        # Of one among several objects it only counts that it is the one where nothing is loading.
        quiet = frozenset(wait for wait in waits if isinstance(wait, Wait) and wait.token == NOTHING_LOADS)
        return msgspec.structs.replace(value, behind=value.behind | quiet) if quiet else value
    if isinstance(value, Union_):
        return union(*(guarded(o, waits) for o in value.options))
    if isinstance(value, Seq):
        return Seq(tuple(guarded(i, waits) for i in value.items))
    if isinstance(value, ListOf):
        return ListOf(guarded(value.element, waits), value.over)
    if isinstance(value, Named):
        return Named(tuple((key, guarded(v, waits)) for key, v in value.entries))
    return value
