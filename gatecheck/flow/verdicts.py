"""A verdict for each read: which of the waits before it, if any, is the one that orders it."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, walk_all
from gatecheck.flow.apart import apart, are_compared
from gatecheck.flow.applying import Applying
from gatecheck.flow.base import Again, Read
from gatecheck.flow.cases import COVERED, PARTIAL
from gatecheck.flow.events import EVENT, SOMETHING, event_of, first_key, is_rounded
from gatecheck.flow.gates import WHOLE_DEVICE, token_of
from gatecheck.flow.layers import RIGHT, UNSURE, WRONG, Numbering, is_later, judge_index
from gatecheck.flow.linear import as_num
from gatecheck.flow.lookups import counts_of_places, without_others
from gatecheck.flow.modes import NOTHING_LOADS
from gatecheck.flow.numbered import Numbers
from gatecheck.flow.proving import proof_among
from gatecheck.flow.rounds import Round
from gatecheck.flow.state import ARMED_TOKEN, State, Wait
from gatecheck.flow.values import Counter, Instance, Num, Sym, Table, Value
from gatecheck.program.blocking import all_count
from gatecheck.program.memoised import is_memoised

if TYPE_CHECKING:
    from gatecheck.flow.starts import Starts


class Access(msgspec.Struct, frozen=True):
    """One read as one entry sees it, with its verdict.

    ``verdict`` is covered, wrong-stream, wrong-layer, late, partial, dead or ungated; ``witness`` the wait that it is
    about, where there is one: what is read only while nothing is loading is covered by none. ``doubtful`` says that it
    waits for another layer, which may be the later one and then covers what is read; ``proved`` that the witness of
    what is covered is certainly for the layer that is read.
    """

    root: int
    entry: str
    read: Read
    verdict: str
    witness: Wait | None = None
    doubtful: bool = False
    proved: bool = False

    @property
    def waits(self) -> bool:
        """Whether something is waited for before the read; one for batches for which nothing loads needs no wait."""
        return self.verdict == COVERED and self.witness is not None

    @property
    def believes(self) -> bool:
        """Whether a counter is waited for before the read: to stop the whole device says nothing of loads."""
        return self.waits and self.heeds

    @property
    def heeds(self) -> bool:
        """Whether a counter is waited for at all, be it for another layer, too late, or on some ways only."""
        return self.witness is not None and self.witness.token not in {WHOLE_DEVICE, NOTHING_LOADS}


class Walk(msgspec.Struct, frozen=True):
    """What one entry does on one root object: its reads, and the state at its end (None where it has none).

    ``lent`` are reads by something unknown that is given what the callers gave the entry as well: whether that is
    written from the buffer shows where they use it. ``tables`` are the buffers that it hands on with all their layers,
    ``rounds`` those of its loops, ``closing`` the waits that it comes to on every way. ``unfinished`` says that it took
    too many steps, so that nothing is known of it, ``joined`` that its paths were joined, so that a wait for another
    layer, or on some ways only, may be one of a way that does not lead to the read.
    """

    root: int
    entry: str
    reads: tuple[Read, ...]
    end: State | None
    guessed: bool = False
    lent: tuple[Read, ...] = ()
    tables: frozenset[str] = frozenset()
    doubled: tuple[Again, ...] = ()
    rounds: tuple[Round, ...] = ()
    closing: frozenset[Wait] = frozenset()
    unfinished: bool = False
    joined: bool = False


class Verdicts(Applying):
    """Judges reads by the waits that were made before them."""

    numbers = Numbers()
    # What is the first layer of a root if it is one for others, by :func:`kindred_layers`.
    kindred: Starts = MappingProxyType({})

    def judge(self, walk: Walk, starts: Starts) -> list[Access]:
        """A verdict for each read of one entry; ``starts`` are first layers, as :func:`first_layers` finds them."""
        # A wait for the highest of the layers that are read covers the others.
        layers = frozenset(self.event_of(read) for read in walk.reads if (read.oid, read.attr) not in self.mapped_rows)
        return [self._judge_one(walk, read, self._starts_of(walk, read, starts), layers) for read in walk.reads]

    def _starts_of(self, walk: Walk, read: Read, starts: Starts) -> frozenset[Sym]:
        """The first layers of the pool that is read: they are no other pool's; any of them where it is not known."""
        known = starts.get(walk.root if walk.root >= 0 else self.heap.root_of(read.oid))
        return (known if known is not None else frozenset().union(*starts.values())) | self.first_keys(read)

    def first_keys(self, read: Read) -> frozenset[Sym]:
        """What loads add to an event's number for the index of what is read, or to look that index up.

        What a read of an owned pool takes off is its owner's first layer, if it is one for other pools, too.
        """
        made = (self._indices(read), frozenset(self.keys.get((read.oid, read.attr), ())))
        added = frozenset(first for some in made if (first := first_key(some)) is not None)
        root = self.heap.root_of(read.oid)
        number = as_num(read.layer) if read.layer is not None and root != read.oid else None
        taken = {sym for sym, times in number.terms if times == -1} if number is not None else set()
        return added | (self.kindred.get(root, frozenset()) & taken)

    def event_of(self, read: Read) -> Value | None:
        """The number of a read's event, where loads show how they make its index of that; else the index itself."""
        found = event_of(read.layer, self._indices(read)) if read.layer is not None else None
        return found if found is not None else read.layer

    def is_numbered_apart(self, read: Read) -> bool:
        """Whether the index of what is read is not the number of its event, or not its first subscript."""
        return not (self._levels(read) <= {0} and self._indices(read) <= {EVENT})

    def is_out_of_sight(self, read: Read) -> bool:
        """Whether it is not known which layer the index of what is read leads to."""
        return self._levels(read) not in (set(), {0}, {1}) or SOMETHING in self._indices(read)

    def _levels(self, read: Read) -> set[int]:
        return self.levels.get((read.oid, read.attr), set())

    def _indices(self, read: Read) -> frozenset[Value]:
        """What loads make of an event's number; not where they look a layer up, nor of an inner pool."""
        buffer = (read.oid, read.attr)
        own = self.heap.root_of(read.oid) == read.oid and buffer not in self.mapped_rows
        return frozenset(self.indices.get(buffer, ())) if own else frozenset()

    def _judge_one(self, walk: Walk, read: Read, starts: frozenset[Sym], layers: frozenset[Value | None]) -> Access:
        root, entry = walk.root, walk.entry
        numbering = self._numbering(read, starts)
        tokens = self._tokens_of(read.oid)

        event = self.event_of(read)
        # Where several events share an index, a wait that is right by the index may be right.
        meant = {event, read.layer} if is_rounded(self._indices(read)) else {event}

        def wrong(wait: Wait) -> bool:
            if wait.index in layers and is_later(wait.index, event):
                return False
            if SOMETHING in self._indices(read) and not _is_constant(wait.index):
                return False
            if self.numbers.are_taken_for_events(wait.index, read) and self._asks_owner(entry, wait, read):
                return True
            if _falls_short_of_last(wait.index, event, numbering) and not self._compares(entry, read):
                return True
            index = without_others(wait.index, event, self.heap)
            judged = {judge_index(index, one, numbering) for one in meant}
            return judged == {WRONG} or (judged <= {WRONG, UNSURE} and unlike(wait))

        def unlike(wait: Wait) -> bool:
            return self._is_for_another(entry, wait, read, numbering, layers)

        must = sorted((w for w in read.must if _counts(w, tokens)), key=repr)
        here = [w for w in must if w.stream is None or w.stream == read.stream]
        fitting = [w for w in sorted(here, key=_needless) if not wrong(w)]
        own = proof_among([w for w in fitting if not _needless(w)], event, numbering)
        right = own or next(iter(fitting), None)
        if right is not None and not _needless(right) and self._runs_once(entry):
            return Access(root, entry, read, PARTIAL, right)
        if right is not None:
            return Access(root, entry, read, COVERED, None if _needless(right) else right, proved=own is not None)
        elsewhere = next((w for w in must if not wrong(w)), None)
        if elsewhere is not None:
            return Access(root, entry, read, "wrong-stream", elsewhere)
        if here:
            return Access(root, entry, read, "wrong-layer", here[0], any(map(unlike, here)))
        if read.kind != "leave":
            behind = (w for w in _waits_behind(walk, read) if w not in read.maybe)
            late = next((w for w in behind if _counts(w, tokens) and not wrong(w)), None)
            if late is not None:
                return Access(root, entry, read, "late", late)
        some = [w for w in sorted(read.maybe, key=repr) if _counts(w, tokens) and not wrong(w)]
        if some:
            bound = next((w for w in some if w.stream is None or w.stream == read.stream), None)
            return Access(root, entry, read, "wrong-stream" if bound is None else "partial", bound or some[0])
        return Access(root, entry, read, "dead" if read.dead else "ungated")

    def _is_for_another(
        self, entry: str, wait: Wait, read: Read, by: Numbering, layers: frozenset[Value | None]
    ) -> bool:
        """Whether a wait is for another layer that is read as well, under a name of its own."""
        names = apart(wait.index, read.layer) if by.own and wait.index in layers else None
        if names is None or not by.starts.isdisjoint(names):
            return False
        # What is waited for on some ways only may be waited for where it is another layer.
        known = any(judge_index(other.index, read.layer, by) == RIGHT for other in read.maybe)
        return not known and not are_compared(names, self.program.functions[entry].record)

    def _compares(self, entry: str, read: Read) -> bool:
        """Whether a function on the way to a read compares anything: it may have found out which layer is asked for."""
        records = (self.program.functions[key].record for key in (entry, *(hop.callee for hop in read.chain)))
        found = (n for record in records for n in walk_all(record.body) if isinstance(n, r.Compare))
        return any(n.op not in {"is", "is not"} for n in found)

    def _runs_once(self, entry: str) -> bool:
        """Whether an entry waits at its first call only, since its result is kept."""
        info = self.program.functions[entry]
        return bool(info.record.decorators) and is_memoised(self.program, info)

    def _numbering(self, read: Read, starts: frozenset[Sym]) -> Numbering:
        own = self.heap.root_of(read.oid) == read.oid
        counts = frozenset[Value]() if own else self._counts_of_part(read.oid)
        own = own and (read.oid, read.attr) not in self.mapped_rows
        counts |= frozenset() if own else counts_of_places(self.heap.root_of(read.oid), self.heap)
        shifts = self.shifts.get((read.oid, read.attr), set())
        shift = as_num(next(iter(shifts))) if len(shifts) == 1 else None
        lengths = self._lengths_of(read) if own else frozenset[Sym]()
        return Numbering(starts, own, counts, lengths, shift, self._all_count)

    @cached_property
    def _all_count(self) -> bool:
        return all_count(self.program, self.protocol.wait_methods)

    def _lengths_of(self, read: Read) -> frozenset[Sym]:
        """How many layers the buffer that is read has, also as the length of another that was made with as many."""
        known = self.lengths.get((read.oid, read.attr))
        if known is None:
            return frozenset({Sym("len", (Table(read.oid, read.attr),))})
        alike = (attr for (oid, attr), length in self.lengths.items() if oid == read.oid and length == known)
        return frozenset({known, *(Sym("len", (Table(read.oid, attr),)) for attr in alike)})

    def _tokens_of(self, oid: int) -> frozenset[str]:
        """The counters that an object and its owners are registered with."""
        holders = (oid, *(owner for owner, _ in self.heap.owner_chain(oid)))
        return frozenset(token for holder in holders for token in self._tokens_in(holder))

    def _tokens_in(self, oid: int) -> frozenset[str]:
        held = (self.heap[oid].attrs.get(name) for name in self.protocol.counter_attrs)
        live = (v for v in held if isinstance(v, Instance) or (isinstance(v, Counter) and v.state == "live"))
        return frozenset(token_of(v) for v in live)

    def _asks_owner(self, entry: str, wait: Wait, read: Read) -> bool:
        """Whether a reader has come by an inner pool through its owner, and waits on a counter that only that has.

        One that is just given a pool of this kind may be given another one, whose events count as its layers do.
        """
        names = frozenset(name for _, name in self.heap.owner_chain(read.oid))
        records = (self.program.functions[key].record for key in (entry, *(hop.callee for hop in read.chain)))
        own = wait.token in self._tokens_in(read.oid)
        return not own and wait.token in self._tokens_of(read.oid) and any(attrs_of(each, names) for each in records)

    def _counts_of_part(self, oid: int) -> frozenset[Value]:
        """Numbers that an owned pool keeps, its number of layers among them, and that its outermost owner does not."""
        mine = self._numbers_of(oid)
        return mine - self._numbers_of(self.heap.root_of(oid)) if mine else mine

    def _numbers_of(self, oid: int) -> frozenset[Value]:
        held = self.heap[oid].attrs.values()
        tables = {Sym("len", (t,)) for t in held if isinstance(t, Table)}
        return frozenset({v for v in held if isinstance(v, Sym)} | tables)


def _waits_behind(walk: Walk, read: Read) -> list[Wait]:
    """What is certainly waited for after a read: in the same round of a loop, or at the end of the entry."""
    rounds = frozenset[Wait]().union(*(one.waits for one in walk.rounds if one.follows(read)))
    ends = walk.closing | (walk.end.must if walk.end is not None else frozenset())
    return [wait for some in (rounds, ends - rounds) for wait in sorted(some, key=repr) if not _needless(wait)]


def _falls_short_of_last(wait: Value, layer: Value | None, by: Numbering) -> bool:
    """Whether a wait is for any layer that a caller asks for, and the read is of the last one."""
    wanted, waited = as_num(layer) if layer is not None else None, as_num(wait)
    if wanted is None or waited is None or not any(_is_asked_for(sym) and times == 1 for sym, times in waited.terms):
        return False
    ends = (Num(((length, 1),), -1) for length in by.lengths)
    counted = any(length.op != "len" for length in by.lengths)
    return (counted and wanted == Num((), -1)) or wanted in ends


def _is_constant(index: Value) -> bool:
    number = as_num(index)
    return number is not None and not number.terms


def _is_asked_for(sym: Sym) -> bool:
    """Whether a number is what a caller gives, or an attribute of that."""
    while sym.op == "attr" and isinstance(sym.args[0], Sym):
        sym = sym.args[0]
    return sym.op in {"param", "int"} and not str(sym.args[0]).endswith(".__init__")


def _counts(wait: Wait, tokens: frozenset[str]) -> bool:
    """Whether a wait is on a counter that speaks for the buffer; what nothing is known of does."""
    if wait.token == ARMED_TOKEN:
        return False
    return not tokens or wait.token in tokens or not wait.token.startswith(("registered", "made here"))


def _needless(wait: Wait) -> bool:
    return wait.token == NOTHING_LOADS
