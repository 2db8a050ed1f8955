"""What the parts of the walk share: the program, the heap, the call stack, and the reads that were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.heap import Heap
from gatecheck.flow.lookups import known_number
from gatecheck.flow.memories import Memories
from gatecheck.flow.state import DeadGate, State, Wait, join
from gatecheck.flow.values import (
    NONE,
    Data,
    Func,
    Instance,
    ListOf,
    Lit,
    Named,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    parts,
    union,
)
from gatecheck.program.changing import Changing
from gatecheck.program.link import FunctionInfo, ModuleInfo
from gatecheck.program.passing import Passing
from gatecheck.program.standins import StandIns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gatecheck.program.link import Program, Target
    from gatecheck.program.protocol import Protocol

Place = tuple[str, int]
MAX_DEPTH = 24
MAX_STATES = 6
MAX_STEPS = 400_000


class Hop(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One call on the way to a read: where it stands, whom it enters, on which object (-1: none)."""

    place: Place
    callee: str
    receiver: int


class Read(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One read of a buffer with everything that was known when it happened.

    ``kind`` is ``consume`` (a copy, arithmetic), ``handed`` (to an unknown callee), ``move`` (back into its buffer),
    ``leave`` (the address left the entry), or ``lent`` (its callers show whether it is read). ``chain`` leads from the
    entry to the function that holds ``place``; ``via`` are the accessors that had handed the address on before;
    ``kept`` is the attribute that a copy was put into; ``deferred`` says that code which the entry hands out reads.
    """

    oid: int
    attr: str
    layer: Value | None
    kind: str
    place: Place
    must: frozenset[Wait]
    maybe: frozenset[Wait]
    dead: frozenset[DeadGate]
    stream: Value
    chain: tuple[Hop, ...] = ()
    via: tuple[str, ...] = ()
    kept: str = ""
    deferred: bool = False

    @property
    def callees(self) -> frozenset[str]:
        """Every function on the way: those that were entered, and those that had handed the address on."""
        return frozenset((*(hop.callee for hop in self.chain), *self.via))


class Again(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A wait for what the stream has certainly waited for before, at ``first``; ``chain`` as for a read."""

    first: Place
    place: Place
    chain: tuple[Hop, ...] = ()


class Return(msgspec.Struct, gc=False):
    """One way out of a function: its value, the state behind it, and the statement (None after a ``yield``)."""

    value: Value
    state: State
    at: int | None = None


class Frame:
    """One activation: the function, where its returns go, and what runs at its ``yield``."""

    __slots__ = ("at", "breaks", "closure", "continues", "info", "on_yield", "receiver", "returns", "used", "yielded")

    def __init__(self, info: FunctionInfo, receiver: Value | None, closure: dict[str, Value] | None) -> None:
        self.info = info
        self.receiver = receiver
        self.closure = closure
        self.returns: list[Return] = []
        self.used = True
        self.at = info.record.at
        self.yielded: list[tuple[Value, frozenset[Wait]]] = []
        self.on_yield: Callable[[State, Value], State | None] | None = None
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []


class Outcome(msgspec.Struct, frozen=True):
    """What one call did: its value, the state behind it (None where it never returns), and the reads inside it."""

    value: Value
    state: State | None
    reads: tuple[Read | Again, ...]


class Bail(Exception):  # noqa: N818 - not an error: the walk of one entry gives up
    """The walk of one entry takes too many steps."""


class Base:
    """State shared by all parts of the machine."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        self.program = program
        self.protocol = protocol
        self.heap = Heap()
        self.frames: list[Frame] = []
        self.reads: list[Read | Again] = []
        # A round of a loop that is walked once more only to see what it may find changed.
        self.repeating = 0
        # Which of several targets a comprehension makes its value for.
        self.turn = 0
        self.building = False
        self.registering = False
        self.keep_paths = False
        # Functions whose results are only written into, as the source says.
        self.targets: frozenset[str] = frozenset()
        # Assignments whose addresses are only written into, by the outermost function, as the source says.
        self.fetches: frozenset[tuple[str, int]] = frozenset()
        # Those of them that an address was seen to come from.
        self.fetched: set[Place] = set()
        # Functions that the source says anything of, and those of them that are called with a buffer.
        self.marked: frozenset[str] = frozenset()
        self.given: set[str] = set()
        # Functions through which pools hand their buffers out: whoever gets an address from one relies on its wait.
        self.handing: frozenset[str] = frozenset()
        self.memo: dict[object, Outcome] = {}
        self.closures: list[dict[str, Value]] = []
        self.scalar_rows: set[tuple[int, str]] = set()
        # Buffers whose layers a load looks up in a mapping.
        self.mapped_rows: set[tuple[int, str]] = set()
        # How far from an event's own number loads write into a buffer.
        self.shifts: dict[tuple[int, str], set[Value]] = {}
        # What loads make of an event's number to write into a pool's own buffer, and how many subscripts stand before.
        self.indices: dict[tuple[int, str], set[Value]] = {}
        self.levels: dict[tuple[int, str], set[int]] = {}
        # How many layers a buffer was made with.
        self.lengths: dict[tuple[int, str], Sym] = {}
        self.limits: set[tuple[Place, str]] = set()
        self.steps = 0
        self.budget = MAX_STEPS
        self._globals: dict[tuple[str, str], Value] = {}
        self._decorated: dict[str, Value | None] = {}
        self._near: dict[frozenset[str], frozenset[str]] = {}
        self.memories = Memories(program, protocol)
        self.stand_ins = StandIns(program, protocol.wait_methods)
        self.changing = Changing(program, protocol)
        # The attribute of an object in which new memory was stored as a whole.
        self._whole: dict[tuple[int, Value], str] = {}
        self.passing = Passing(program)

    # -- what the mixins provide to each other -------------------------------------------------------------------

    def ev(self, expr: r.Expr, st: State) -> Value:
        """Evaluate an expression in a state, which it may change."""
        raise NotImplementedError

    def exec_block(self, body: tuple[r.Stmt, ...], states: list[State]) -> list[State]:
        """Run statements; the states in which control reaches their end."""
        raise NotImplementedError

    def branch(self, test: r.Expr, st: State) -> tuple[State | None, State | None]:
        """The states in which a test is true and in which it is false; None where it cannot be."""
        raise NotImplementedError

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Call any value."""
        raise NotImplementedError

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Call a function of the program."""
        raise NotImplementedError

    def run_context(
        self, func: Func, args: Arguments, st: State, inside: Callable[[State, Value], State | None]
    ) -> State | None:
        """Run a context manager function around ``inside``."""
        raise NotImplementedError

    def load_attr(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load an attribute of any value."""
        raise NotImplementedError

    def store_attr(self, value: Value, name: str, new: Value, st: State, at: int) -> None:
        """Store an attribute of any value."""
        raise NotImplementedError

    def subscript(self, value: Value, index: Value, st: State, at: int) -> Value:
        """Subscript any value."""
        raise NotImplementedError

    def elements(self, value: Value, st: State, at: int) -> Value:
        """What iterating a value yields."""
        raise NotImplementedError

    def contents(self, value: Value, st: State, at: int) -> Value:
        """What another container takes over from a value."""
        raise NotImplementedError

    def use(self, values: Sequence[Value], st: State) -> None:
        """Something is computed from values: reads that were suspended on what they hold have happened."""
        raise NotImplementedError

    def fill(self, value: Value, st: State) -> None:
        """Something may have been put into a tensor that was just allocated."""
        raise NotImplementedError

    # -- places and reads ----------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The innermost activation."""
        return self.frames[-1]

    def place(self, at: int) -> Place:
        """A place in the innermost function; a negative ordinal stands for the running statement."""
        return (self.frame.info.key, at if at >= 0 else self.frame.at)

    def unknown(self, op: str, at: int) -> Sym:
        """A new unknown that arises at one place."""
        return Sym(op, (self.frame.info.key, at))

    def read(self, row: Row, st: State, at: int, kind: str = "consume") -> None:
        """Note that a buffer's data is used here."""
        if not self.building:
            self.reads.append(self.reading(row, st, at, kind))

    def reading(self, row: Row, st: State, at: int, kind: str = "consume") -> Read:
        """A read of a buffer as it would be here."""
        behind = frozenset(w for w in row.behind if isinstance(w, Wait))
        must, maybe = (st.must | behind, st.maybe | behind) if behind else (st.must, st.maybe)
        layer = known_number(row.layer, self.heap)
        return Read(row.oid, row.attr, layer, kind, self.place(at), must, maybe, st.dead, st.stream, via=row.via)

    def take(self, value: Value, st: State, at: int, kind: str = "consume") -> Value:
        """Compute something from a value: its reads happen here, and count once the result is used."""
        rows = [row for part in parts(value) for row in as_rows(part)]
        old = [_used(read, kind) for part in parts(value) if isinstance(part, Data) for read in part.reads]
        if self.building or not (rows or old):
            # A copy is a tensor as well; what something unknown makes of a buffer may be a number.
            return self.unknown("data" if kind != "handed" else "made", at)
        return Data(tuple(dict.fromkeys([*old, *(self.reading(row, st, at, kind) for row in rows)])))

    def limit(self, at: int, reason: str) -> None:
        """Note that the analysis gives up here."""
        if not self.building:
            self.limits.add((self.place(at), reason))

    def merge(self, states: list[State]) -> list[State]:
        """Keep paths apart that differ in something, up to a few; join the rest."""
        if len(states) <= 1:
            return states
        if self.building:
            return [join(states)]
        kept: list[State] = []
        for st in states:
            for old in kept:
                if old.env == st.env and old.is_like(st):
                    old.conds = {c: v for c, v in old.conds.items() if st.conds.get(c) is v}
                    break
            else:
                kept.append(st)
        if len(kept) <= MAX_STATES:
            return kept
        groups: dict[object, list[State]] = {}
        for st in kept:
            groups.setdefault((st.must, st.dead, st.stream), []).append(st)
        merged = [join(group) for group in groups.values()]
        return merged if len(merged) <= MAX_STATES else [join(merged)]

    # -- names -----------------------------------------------------------------------------------------------------

    def lookup_name(self, name: str, st: State, at: int) -> Value:
        """The value of a variable: local, enclosing, module, builtin."""
        del at
        found = st.env.get(name)
        if found is not None:
            return found
        closure = self.frame.closure
        if closure is not None and name in closure:
            return closure[name]
        return self.global_value(self.frame.info.path, name)

    def global_value(self, path: str, name: str) -> Value:
        """The value of a module-level name, or the builtin of that name."""
        key = (path, name)
        found = self._globals.get(key)
        if found is None:
            self._globals[key] = Sym("global", key)
            found = self.target_value(self.program.lookup(path, name), path, name)
            # A module that binds a name to None keeps a place for what is set later.
            later = found == NONE or (isinstance(found, Lit) and self.changing.is_rebound(path, name))
            self._globals[key] = found = Sym("global", key) if later else found
        return found

    def target_value(self, target: Target | ModuleInfo | None, path: str, name: str) -> Value:
        """The value of whatever a name was found to stand for."""
        raise NotImplementedError


def _used(read: object, kind: str) -> object:
    """A read that was only one if somebody uses its data, where something is computed from that."""
    doubtful = isinstance(read, Read) and read.kind == "doubtful" and kind == "consume"
    return msgspec.structs.replace(read, kind=kind) if doubtful and isinstance(read, Read) else read


def as_rows(part: Value) -> tuple[Row, ...]:
    """The layers that stand behind one value: itself, or each of a whole buffer."""
    if isinstance(part, Row):
        return (part,)
    return (part.each(),) if isinstance(part, Table) else ()


def deepen(value: Value, hop: Hop, accessors: frozenset[str]) -> Value:
    """Data that a call returned was read further down; an address, or a layer's object, remembers who returned it."""
    if isinstance(value, Data):
        reads = tuple(msgspec.structs.replace(r, chain=(hop, *r.chain)) for r in value.reads if isinstance(r, Read))
        return Data(reads)
    if isinstance(value, Row) and hop.callee in accessors and hop.callee not in value.via:
        return Row(value.oid, value.attr, value.layer, (*value.via, hop.callee), value.behind)
    if isinstance(value, Instance):
        known = value.index is None or hop.callee not in accessors or hop.callee in value.via
        return value if known else Instance(value.oid, value.index, (*value.via, hop.callee), value.behind)
    if isinstance(value, Seq):
        return Seq(tuple(deepen(item, hop, accessors) for item in value.items))
    if isinstance(value, ListOf):
        return ListOf(deepen(value.element, hop, accessors), value.over, value.key)
    if isinstance(value, Named):
        return Named(tuple((key, deepen(v, hop, accessors)) for key, v in value.entries))
    if isinstance(value, Union_):
        return union(*(deepen(o, hop, accessors) for o in value.options))
    return value


def held_by(row: Row, holder: Instance) -> Row:
    """A layer as the object that holds it, one of several layers, hands it on."""
    return Row(row.oid, row.attr, row.layer or holder.index, (*row.via, *holder.via), row.behind | holder.behind)


def hand_on_held(value: Value, hop: Hop, st: State, accessors: frozenset[str]) -> None:
    """The addresses in an object that an accessor made and returned remember it, too."""
    made = {part.oid for part in parts(value) if isinstance(part, Instance)}
    for key, held in list(st.attrs.items()) if made else ():
        if key[0] in made and any(isinstance(part, Row) for part in parts(held)):
            st.attrs[key] = deepen(held, hop, accessors)


class Arguments(msgspec.Struct, frozen=True):
    """Evaluated arguments: positional, by keyword, and what unpacked ones may hold (None: nothing was unpacked)."""

    positional: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()
    rest: Value | None = None
    used: bool = True

    def get(self, index: int, name: str) -> Value | None:
        """An argument by position or by name."""
        if index < len(self.positional):
            return self.positional[index]
        return next((value for key, value in self.keywords if key == name), None)

    def all(self) -> tuple[Value, ...]:
        """Every argument."""
        if not self.keywords and self.rest is None:
            return self.positional
        rest = (self.rest,) if self.rest is not None else ()
        return (*self.positional, *(value for _, value in self.keywords), *rest)
