"""What the strategies decide on: one finding with everything that is known about the function it stands in."""

from __future__ import annotations

import msgspec

from gatecheck.facts import records as r
from gatecheck.fixes.bypass import Bypass
from gatecheck.fixes.edits import Where
from gatecheck.fixes.idiom import Form
from gatecheck.fixes.layer import Layer


class Emptied(msgspec.Struct, frozen=True):
    """A method that the entry calls with one argument before it reads, and that does nothing at all."""

    where: Where
    symbol: str
    parameter: str


class Registration(msgspec.Struct, frozen=True):
    """How a pool gets its counter, and the attribute that holds the inner pool which does not get it.

    ``inner`` is empty where the pool itself does not: its class overrides the registration and keeps nothing.

    ``where`` is the registration method of the class ``owner`` itself where it has one (``own``), else the method that
    a new one would stand behind.
    """

    where: Where
    owner: str
    name: str
    parameter: str
    inner: str
    own: bool


class Subject(msgspec.Struct, frozen=True):
    """One finding, ready to be repaired. Ordinals are those of the entry's own definition.

    ``layers`` are the reads' layers over the entry's parameters, ``layer`` the only one where there is one; ``written``
    is the same as the read's own subscript has it, ``each_written`` for every read.
    ``registration`` is how its root gets a counter.
    ``bypass`` is the way of a reader outside the pools, ``beside`` those of its other reads (None: there is none).
    ``emptied`` are methods called in it that look like a wait which lost its body.
    ``reads`` are where the bad reads are reached in the entry, the one that the finding is about first. ``gates`` are
    the statements of the entry that wait, ``wrong_wait`` the call whose index or place is wrong. ``live`` says that the
    root has a counter; ``owned`` that the buffer lies in a pool that it owns; ``outside`` that the entry is no method
    of a pool; ``covered_elsewhere`` that the same entry already waits where another pool inherits it; ``sure`` that
    the finding fails a run, ``guessed`` that nothing shows that it is a layer by whose number is read, ``certain`` that
    no type on the way to the read is a guess,
    ``strange`` that some class which inherits the entry has not what the forms name; ``kept`` that the result of the
    entry is kept, so that its body runs once only, ``several`` that a read is of any number of layers. ``checker`` is
    a function between the entry and a read that reads nothing for some layers. ``leaning`` are the reads that the wrong
    wait is the only one for and that are for another layer, ``leans_rightly`` says that it is theirs for certain.
    ``varies`` says that a read is of one layer on one way to it and of another on another, ``late`` that the wait
    comes behind the read, whatever rule that falls under, ``local`` that a layer is read by its number in an inner pool
    that numbers its layers by itself.
    """

    rule: str
    fingerprint: str
    symbol: str
    where: Where
    record: r.Function
    reads: tuple[int, ...]
    layer: Layer | None
    layers: tuple[Layer, ...]
    written: Layer | None
    each_written: tuple[tuple[int, Layer], ...]
    forms: tuple[Form, ...]
    emptied: tuple[Emptied, ...] = ()
    bypass: Bypass | None = None
    beside: tuple[Bypass | None, ...] = ()
    registration: Registration | None = None
    gates: frozenset[int] = frozenset()
    wrong_wait: int | None = None
    live: bool = True
    owned: bool = False
    outside: bool = False
    covered_elsewhere: bool = False
    sure: bool = True
    guessed: bool = False
    certain: bool = True
    strange: bool = False
    kept: bool = False
    several: bool = False
    checker: str | None = None
    leaning: frozenset[int] = frozenset()
    leans_rightly: bool = False
    varies: bool = False
    late: bool = False
    local: bool = False
