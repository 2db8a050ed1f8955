"""Reads past the accessors: who is to blame for them, the function that reads or those of its callers that forgot."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.cases import COVERED, UNGATED
from gatecheck.flow.deferring import is_told
from gatecheck.flow.kept_rows import KeptRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gatecheck.flow.base import Hop
    from gatecheck.flow.candidates import Candidates
    from gatecheck.flow.dispatching import Reader
    from gatecheck.flow.kept_rows import Kept
    from gatecheck.flow.screening import Screening
    from gatecheck.flow.starts import Starts
    from gatecheck.flow.verdicts import Access, Walk
    from gatecheck.program.link import FunctionInfo, Program

Buffer = tuple[int, str]
_MAX_ROUNDS = 4


class Bypass(msgspec.Struct, frozen=True):
    """The wrong reads of one buffer that one function answers for.

    ``inside`` says that the function is a private method of a pool that others than the pool use, ``unread`` that it
    only hands out what none of its callers reads.
    """

    function: str
    buffer: Buffer
    accesses: tuple[Access, ...]
    guessed: bool
    inside: bool = False
    unread: bool = False


class Bypasses:
    """Walks the functions outside the pools, and the callers of those that do not wait."""

    def __init__(
        self,
        walker: Screening,
        candidates: Candidates,
        inner: Mapping[tuple[int, str], list[Access]],
        starts: Starts,
    ) -> None:
        self._walker = walker
        self._program: Program = walker.program
        self._candidates = candidates
        self._inner = inner
        self._starts = starts
        self._managed: frozenset[Buffer] = frozenset()
        self._walks: dict[str, list[Walk]] = {}
        self._accesses: dict[str, list[Access]] = {}
        # Reads of which joined paths cannot tell whether they are wrong.
        self._unsure: dict[str, list[Access]] = {}
        # Functions that were only looked at in passing.
        self._screened: set[str] = set()
        # The readers that a function was looked at for.
        self._asked_for: dict[str, frozenset[Reader]] = {}

    def find(self, functions: list[FunctionInfo], managed: frozenset[Buffer]) -> list[Bypass]:
        """Every function that answers for a read of a managed buffer, with the reads, found from ``functions`` on."""
        self._walker.handing |= {info.key for info in functions}
        self._managed = managed
        self._screen(functions)
        asked: dict[str, tuple[str | None, ...]] = {}
        self._ask_callers_of_bad(asked)
        self._ask_callers_of_lending()
        self._ask_callers_of_bad(asked)
        self._ask_who_finds_rows()
        self._leave_to_who_runs()
        found = [self._of_function(key, buffer) for key in sorted(self._blamed()) for buffer in self._buffers(key)]
        kept = [b for b in found if b.accesses]
        return _merged([*[b for b in kept if not b.inside], *[b for b in kept if b.inside]])

    def _ask_callers_of_bad(self, asked: dict[str, tuple[str | None, ...]]) -> None:
        """Walk who may call a function with a wrong read, and who may call those that have not waited either."""
        for _ in range(_MAX_ROUNDS):
            callers = self._callers_of_bad(asked)
            while passed := [info for info in callers if info.key in self._screened]:
                self._walk(passed, self._bad())
                callers += self._callers_of_bad(asked)
            if not callers:
                break
            self._walk(callers, self._bad())

    def _callers_of_bad(self, asked: dict[str, tuple[str | None, ...]]) -> list[FunctionInfo]:
        """Who may call a function with a wrong read that nobody has asked about yet, as it was walked."""
        selves = self._walker.selves
        walked = {key: selves.of(self._program.functions[key]) for key in self._bad()}
        bad = [key for key, classes in walked.items() if asked.get(key) != classes]
        asked.update(walked)
        return self._candidates.callers([self._program.functions[key] for key in bad]) if bad else []

    def _screen(self, functions: Iterable[FunctionInfo]) -> None:
        """Look at functions in passing, and more closely at those with a read that is wrong as far as that shows."""
        for info in functions:
            if info.key not in self._walks:
                if self._takes(info, self._walker.screen(info)):
                    self._screened.add(info.key)
                else:
                    self._look_closer(info)

    def _walk(
        self,
        functions: Iterable[FunctionInfo],
        about: Iterable[str],
        ask: Callable[[Iterable[FunctionInfo]], None] | None = None,
    ) -> None:
        """Look into functions with all that they call, for what they make of those that they are asked about."""
        asked = [self._program.functions[key] for key in about]
        (ask or self._walker.ask_about)(asked)
        for info in functions:
            more = self._walker.selves.learn(info, asked)
            if info.key in self._walks and info.key not in self._screened and not more:
                if not self._walker.asks_for(info) <= self._asked_for.get(info.key, frozenset()):
                    self._look_again(info)
                continue
            self._screened.discard(info.key)
            self._look_closer(info)
        self._walker.ask_no_more()

    def _look_again(self, info: FunctionInfo) -> None:
        """Walk a function once more, where readers may run in it; if that is too much, what was seen before stands."""
        key, limits = info.key, set(self._walker.limits)
        before = self._walks[key], self._accesses[key], self._unsure[key]
        self._look_closer(info)
        if not self._walker.limits <= limits:
            self._walker.limits = limits
            self._walks[key], self._accesses[key], self._unsure[key] = before

    def _look_closer(self, info: FunctionInfo) -> None:
        """Walk a function to its end; past the readers that only may run there where they make too much of it."""
        limits = frozenset(self._walker.limits)
        self._asked_for[info.key] = self._walker.asks_for(info)
        joined = self._walker.join_paths(info)
        if self._takes(info, joined):
            return
        apart = self._walker.walk_outside(info)
        if self._walker.asks_for(info) and any(walk.unfinished for walk in apart):
            self._walker.limits = set(limits)
            with self._walker.asking_nobody():
                self._look_closer(info)
            return
        walks = _finished(apart, joined or [])
        self._keep(info, walks, self._judged(walks))

    def _takes(self, info: FunctionInfo, walks: list[Walk] | None) -> bool:
        """Keep what was seen with paths joined, if nothing is wrong with it: joining can only make it look worse."""
        judged = self._judged(walks) if walks is not None else []
        if walks is None or any(self._is_bad(access) for _, access in judged):
            return False
        self._keep(info, walks, judged)
        return True

    def _keep(self, info: FunctionInfo, walks: list[Walk], judged: list[tuple[Walk, Access]]) -> None:
        self._walks[info.key] = walks
        self._accesses[info.key] = [a for walk, a in judged if not _is_unsure(walk, a)]
        self._unsure[info.key] = [a for walk, a in judged if _is_unsure(walk, a)]

    def _judged(self, walks: list[Walk]) -> list[tuple[Walk, Access]]:
        every = sorted(walks, key=lambda walk: walk.joined)
        judged = [(walk, access) for walk in every for access in self._walker.judge(walk, self._starts)]
        return [(walk, a) for walk, a in judged if (a.read.oid, a.read.attr) in self._managed and self._counts(a)]

    def _counts(self, access: Access) -> bool:
        """Whether a read is one: where only a name speaks for a way to it, as far as somebody has waited for it."""
        return access.verdict == COVERED or not self._walker.is_supposed(access.read)

    def _buffers(self, key: str) -> list[Buffer]:
        return sorted({(a.read.oid, a.read.attr) for a in self._accesses[key]})

    def _of_function(self, key: str, buffer: Buffer) -> Bypass:
        mine = tuple(a for a in self._accesses[key] if (a.read.oid, a.read.attr) == buffer and self._is_bad(a))
        guessed = any(walk.guessed for walk in self._walks[key])
        private = {self._private(a) for a in mine}
        hop = private.pop() if len(private) == 1 else None
        if hop is None or self._somebody_waits(hop.callee):
            return Bypass(key, buffer, mine, guessed, unread=self._is_read_by_nobody(key, mine))
        inside = self._program.functions[hop.callee].outer is None
        return Bypass(hop.callee, buffer, tuple(_behind(a, hop) for a in mine), guessed, inside=inside)

    def _is_read_by_nobody(self, key: str, handed: tuple[Access, ...]) -> bool:
        """Whether a function only hands out, and has callers, all of which were looked into to their end: in vain."""
        if any(access.read.kind != "leave" for access in handed):
            return False
        callers = [info.key for info in self._candidates.callers([self._program.functions[key]]) if info.key != key]
        walks = [walk for caller in callers for walk in self._walks.get(caller, ())]
        return (
            bool(callers)
            and all(caller in self._walks for caller in callers)
            and not any(walk.unfinished for walk in walks)
            and not any(key in self._through(a) for caller in callers for a in self._accesses[caller])
        )

    def _private(self, access: Access) -> Hop | None:
        """The first step of a way into a private method of a pool, or into a function that another one had kept."""
        for hop in access.read.chain:
            info = self._program.functions[hop.callee]
            if info.outer is not None and self._outermost(info) not in {access.entry, *access.read.callees}:
                return hop if info.owner not in self._walker.pool_classes else None
            if info.owner in self._walker.pool_classes:
                return hop if info.record.name.startswith("_") else None
        return None

    def _outermost(self, info: FunctionInfo) -> str:
        """The function in which a nested one stands, however deep."""
        while info.outer is not None:
            info = self._program.functions[info.outer]
        return info.key

    def _somebody_waits(self, method: str) -> bool:
        """Whether any way through a method has waited, from outside or from the pool's own accessors."""
        every = (a for found in (*self._accesses.values(), *self._inner.values()) for a in found)
        return method in self._walker.requires or any(
            a.verdict == COVERED and any(hop.callee == method for hop in a.read.chain) for a in every
        )

    def _is_bad(self, access: Access) -> bool:
        """A read that is not ordered; one that an accessor makes of its own root is judged there, if it can be."""
        wrong = access.verdict != COVERED and not self._is_judged_inside(access)
        return wrong and not self._walker.trusts(access.read, access.entry)

    def _is_judged_inside(self, access: Access) -> bool:
        """Whether an accessor makes the read of its own root, to which no call leaves out what it waits on."""
        ways = (hop for hop in access.read.chain if (hop.receiver, hop.callee) in self._inner)
        return any(not self._walker.is_left_out(hop) for hop in ways)

    def _bad(self) -> list[str]:
        return [key for key, found in self._accesses.items() if any(self._is_bad(a) for a in found)]

    def _ask_callers_of_lending(self) -> None:
        """Walk who may read what a function hands on; of the reads there, only those that go through it are new."""
        told: set[str] = set()
        for _ in range(_MAX_ROUNDS):
            untold = ((key, walks) for key, walks in self._walks.items() if key not in told)
            lending = {key for key, walks in untold if any(map(self._lends, walks))}
            if not lending:
                return
            told |= lending
            tables = frozenset(attr for key in lending for walk in self._walks[key] for attr in walk.tables)
            callers = self._candidates.callers([self._program.functions[key] for key in sorted(lending)])
            asked = [info.key for info in callers if info.key not in self._walks]
            self._walk(callers, lending, self._walker.ask_about_tables)
            for key in asked:
                self._accesses[key] = [
                    a for a in self._accesses[key] if a.read.attr in tables or not lending.isdisjoint(self._through(a))
                ]

    def _lends(self, walk: Walk) -> bool:
        """Whether callers may read whole buffers that a walk hands on, or read by what it lends behind no wait."""
        if walk.tables or not walk.lent:
            return bool(walk.tables)
        lent = self._judged([msgspec.structs.replace(walk, reads=walk.lent)])
        return any(access.verdict != COVERED and not self._is_judged_inside(access) for _, access in lent)

    def _leave_to_who_runs(self) -> None:
        """Forget reads of code that a function only hands out, where a caller that runs it or the code itself tells."""
        before = dict(self._accesses)
        for key in self._bad():
            if any(access.read.deferred for access in before[key]):
                callers = {info.key for info in self._candidates.callers([self._program.functions[key]])}
                kept = [a for a in before[key] if not (a.read.deferred and is_told(a, callers, before))]
                self._accesses[key] = kept

    def _ask_who_finds_rows(self) -> None:
        """Walk the methods that find rows which another one of their object has kept behind no wait."""
        kept_rows = KeptRows(self._walker, self._candidates, self._names_of_waits())
        skipped = self._walker.pool_classes.keys() | self._candidates.hosts
        made = kept_rows.constructors({attr for _, attr in self._managed}, skipped)
        first = [self._walker.walk_finding(info, None) for info in made]
        walked = [walk for walks in (*self._walks.values(), *first) for walk in walks]
        for kept in [one for walk in walked if (one := kept_rows.kept(walk, self._managed)) is not None]:
            for info in kept_rows.users(kept):
                self._add_found(info, kept)

    def _add_found(self, info: FunctionInfo, kept: Kept) -> None:
        """Keep the reads of rows that a method finds in its object, as far as they are consumed there."""
        walks = self._walker.walk_finding(info, kept)
        known = self._accesses.setdefault(info.key, [])
        bad = (a for _, a in self._judged(walks) if a.verdict == UNGATED and self._is_bad(a))
        new = [a for a in bad if a not in known and a.read.place[0] != kept.function]
        known += [a for a in new if a.read.kind != "leave"]
        self._walks.setdefault(info.key, walks)
        self._unsure.setdefault(info.key, [])

    def _names_of_waits(self) -> frozenset[str]:
        """The methods that wait, on counters and in pools."""
        waiting = {key for (_, key), accesses in self._inner.items() if any(a.waits for a in accesses)}
        return self._walker.waits | {self._program.functions[key].record.name for key in waiting}

    def _blamed(self) -> set[str]:
        """Who is to blame: the function, or those of its callers that have not waited where others have."""
        bad = set(self._bad())
        blamed: set[str] = set()
        for key in bad:
            if any(self._is_bad(a) and not self._goes_through(a, bad) for a in self._accesses[key]):
                blamed |= self._answerable(key, frozenset(), key)
        return blamed

    def _goes_through(self, access: Access, bad: set[str]) -> bool:
        return not self._through(access).isdisjoint(bad)

    def _through(self, access: Access) -> set[str]:
        """The functions that make a read for whoever calls them, nested ones aside, or that handed its address out.

        A helper that reads only what it is given to run makes no read itself.
        """
        functions = self._program.functions
        named = [hop.callee for hop in access.read.chain if functions[hop.callee].outer is None]
        reading = [callee for callee in named if self._accesses.get(callee)]
        return {*(reading or named)[:1], *access.read.via}

    def _answerable(self, key: str, below: frozenset[str], reader: str) -> set[str]:
        """A function, or instead of it the callers that have not waited for a reader, where any other caller has."""
        waits = self._callers_waiting(key, reader)
        above = below | {key}
        if key in below or not (self._pool_waits(key) or any(self._waits(c, waits[c], above, reader) for c in waits)):
            return {key}
        forgot = [c for c, waited in waits.items() if not waited]
        return {name for c in forgot for name in self._answerable(c, above, reader) if name != key}

    def _pool_waits(self, key: str) -> bool:
        """Whether an accessor of a pool has waited before it calls a function: those that have not are judged there."""
        return any(not self._waited_in(access, key) for access in self._waiting_through.get(key, ()))

    @cached_property
    def _waiting_through(self) -> dict[str, list[Access]]:
        """For each function the reads of accessors that come through it behind a wait."""
        found: dict[str, list[Access]] = {}
        for access in (a for accesses in self._inner.values() for a in accesses if a.waits):
            for key in access.read.callees:
                found.setdefault(key, []).append(access)
        return found

    def _callers_waiting(self, key: str, reader: str) -> dict[str, bool]:
        """Who makes reads through a function, and whether all of them have waited before; not where it waits itself.

        Only reads count that a reader makes, to whom the function leads among others. Callers of which joined paths do
        not tell are left out.
        """
        found: dict[str, bool] = {}
        for caller, accesses in self._accesses.items():
            if caller == key:
                continue
            read = [a for a in accesses if key == reader or reader in a.read.callees]
            through = [a for a in read if key in self._through(a) and not self._waited_in(a, key)]
            unsure = any(key in self._through(a) for a in self._unsure[caller])
            if through and not unsure:
                found[caller] = all(a.verdict == COVERED for a in through)
        return found

    def _waited_in(self, access: Access, key: str) -> bool:
        """Whether the wait that covers a read stands in this function, or below it where it waits for such a pool."""
        place = access.witness.place if access.verdict == COVERED and access.witness is not None else None
        if place is None or place[0] == key:
            return place is not None
        own = self._accesses.get(key, ())
        waits = any(a.waits and a.witness is not None and a.witness.place == place for a in own)
        return waits and not any(a.read.oid == access.read.oid and self._is_bad(a) for a in own)

    def _waits(self, caller: str, waited: bool, below: frozenset[str], reader: str) -> bool:
        """Whether a caller has waited, or some caller of it has."""
        if waited or caller in below:
            return waited
        above = self._callers_waiting(caller, reader)
        return any(self._waits(c, above[c], below | {caller}, reader) for c in above)


def _is_unsure(walk: Walk, access: Access) -> bool:
    """Whether a verdict may be one of a way that does not lead to the read."""
    return walk.joined and access.verdict not in {COVERED, UNGATED}


def _finished(apart: list[Walk], joined: list[Walk]) -> list[Walk]:
    """The walks with paths apart; in place of one that took too many steps the same with paths joined."""
    return [joined[n] if one.unfinished and n < len(joined) else one for n, one in enumerate(apart)]


def _behind(access: Access, hop: Hop) -> Access:
    """The same read as the function behind a step of its way sees it."""
    chain = access.read.chain[access.read.chain.index(hop) + 1 :]
    return msgspec.structs.replace(access, entry=hop.callee, read=msgspec.structs.replace(access.read, chain=chain))


def _merged(found: list[Bypass]) -> list[Bypass]:
    """One for each function and buffer."""
    return list({(b.function, b.buffer): b for b in found}.values())
