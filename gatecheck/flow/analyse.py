"""From a linked program to cases: build the pools, find what is managed, walk every entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.visit import attrs_of, called_of, may_call, named_of, stored_of
from gatecheck.findings import Confidence, Managed, ManagedKind
from gatecheck.flow.base import Place
from gatecheck.flow.cases import COVERED, DEAD, UNGATED, Case, Hop, Site
from gatecheck.flow.defects import Defect, Finder
from gatecheck.flow.forwards import Forwards
from gatecheck.flow.values import Instance, Row, Sym, Table, parts
from gatecheck.flow.walk import Access, Walk, start_symbols
from gatecheck.marks import Marks
from gatecheck.program.callers import READ, STORE, Callers
from gatecheck.program.link import ClassInfo

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.flow.loads import Evidence
    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

Buffer = tuple[int, str]


class Analysis:
    """One run of the walk over one program."""

    def __init__(
        self,
        program: Program,
        protocol: Protocol,
        settings: Settings,
        marks: Marks = Marks(),  # noqa: B008 - frozen
    ) -> None:
        self.program = program
        self.protocol = protocol
        self.settings = settings
        self.marks = marks
        self.walker = Forwards(program, protocol)
        self.walker.targets = marks.stores
        self.roots: dict[str, int] = {}
        self.loaded: dict[Buffer, Evidence] = {}
        self.accesses: dict[tuple[str, str], list[Access]] = {}
        self.host_side = False
        self.defects: list[Defect] = []
        self._definers: dict[tuple[str, str], str] = {}
        self.starts: dict[int, frozenset[Sym]] = {}

    def run(self) -> list[Case]:
        """Walk everything; the cases in a stable order."""
        walker = self.walker
        classes = walker.root_classes()
        for info in classes:
            self.roots[info.key] = walker.build(info, "root")
        evidence = walker.collect_evidence()
        self.loaded = walker.apply_evidence(evidence, frozenset(self.roots.values()))
        self.host_side = bool(self.loaded)
        walker.memo.clear()
        classes = [info for info in classes if not walker.holds_no_data(self.roots[info.key])]
        marked = self.marks.requires | self.marks.stores
        walks = {
            (info.key, entry.key): self.walk_entry(entry, self.roots[info.key])
            for info in classes
            for entry in walker.accessors(info)
            if entry.key not in marked
        }
        for info in classes:
            own = [walk for (root, _), walk in walks.items() if root == info.key]
            self.starts[self.roots[info.key]] = start_symbols(own)
        self.accesses = {key: walker.judge(walk, self.starts[walk.root]) for key, walk in walks.items()}
        belief = self._belief()
        self.loaded = {
            buffer: item
            for buffer, item in self.loaded.items()
            if buffer in walker.strong or belief.get(self.buffer_name(buffer), (0, 0))[0]
        }
        cases = self._cases()
        cases += self._outside_cases()
        self.defects = self._find_defects()
        return cases

    def _find_defects(self) -> list[Defect]:
        """What is wrong with tables, forwards, graphs and unregistered pools."""
        walker = self.walker
        walker.extend_tests = frozenset(self.settings.extend_tests)
        walker.decode_tests = frozenset(self.settings.decode_tests)
        walker.arm_attrs = self.protocol.arm_attrs
        return Finder(walker, self.settings).run()

    def walk_entry(self, entry: FunctionInfo, root: int) -> Walk:
        """Walk one entry of one root object."""
        receiver = Instance(root)
        reads, end = self.walker.run_entry(entry, receiver, self.walker.entry_arguments(entry, receiver))
        return Walk(root, entry.key, tuple(reads), end)

    # -- outside ---------------------------------------------------------------------------------------------------

    def _outside_cases(self) -> list[Case]:
        """Functions outside the pools that read a managed buffer."""
        managed = frozenset(b for b in self._buffers() if b in self.loaded or self._declared(b))
        self.walker.prepare_outside(self.roots, managed)
        self.walker.followed = self._followed(self._words(managed))
        walks = {info.key: self.walker.walk_outside(info) for info in self._outside_functions(managed)}
        starts = frozenset(s for found in self.starts.values() for s in found)
        accesses = {key: [a for w in found for a in self.walker.judge(w, starts)] for key, found in walks.items()}
        wrong = self._blamed(accesses)
        cases = []
        for key, found in accesses.items():
            for buffer in sorted({(a.read.oid, a.read.attr) for a in found} & managed):
                mine = [a for a in found if (a.read.oid, a.read.attr) == buffer]
                bad = [a for a in mine if a.verdict != COVERED and self._is_outside_read(a)]
                if bad and key in wrong:
                    cases.append(self._outside_case(key, buffer, bad, guessed=any(w.guessed for w in walks[key])))
        return cases

    def _buffers(self) -> set[Buffer]:
        found = {(a.read.oid, a.read.attr) for accesses in self.accesses.values() for a in accesses}
        return found | set(self.loaded)

    def _outside_functions(self, managed: frozenset[Buffer]) -> list[FunctionInfo]:
        """Functions of no pool and no host class that mention a managed buffer or an owned pool."""
        words = self._words(managed)
        skipped = set(self.walker.pool_classes) | self._host_side()
        hosts = {self.program.classes[load.owner].name for load in self.protocol.load_functions if load.owner}
        hosts |= {
            self.program.classes[h].name
            for load in self.protocol.load_functions
            if load.owner
            for h in self.program.heirs[load.owner]
        }
        found = [
            info
            for info in list(self.program.functions.values())
            if info.outer is None
            and info.owner not in skipped
            and info.record.name != "__init__"
            and not called_of(info.record, hosts)
            and info.key not in self.marks.requires | self.marks.stores
            and attrs_of(info.record, words)
        ]
        return self._with_callers(found, skipped)

    def _words(self, managed: frozenset[Buffer]) -> set[str]:
        """The attributes that lead to a managed buffer."""
        words = {attr for _, attr in managed}
        for oid, _ in managed:
            words |= {name for _, name in self.walker.heap.owner_chain(oid)}
        return words | {self.program.functions[key].record.name for key in self.marks.requires}

    def _followed(self, words: set[str]) -> frozenset[str]:
        """Functions worth entering: they name a buffer or wait, or call one that does by name."""
        near = {
            info.key
            for info in self.program.functions.values()
            if attrs_of(info.record, words) or called_of(info.record, self.protocol.wait_methods)
        }
        names = {self.program.functions[key].record.name for key in near}
        further = {i.key for i in self.program.functions.values() if may_call(i.record, names)}
        return frozenset(near | further)

    def _with_callers(self, found: list[FunctionInfo], skipped: set[str]) -> list[FunctionInfo]:
        """Who calls one of these by name belongs to the picture: it may have waited."""
        functions = {f.record.name: f for f in found if f.owner is None}
        methods = {(f.owner, f.record.name) for f in found if f.owner is not None}
        sought = functions.keys() | {name for _, name in methods}
        callers = []
        for info in list(self.program.functions.values()):
            if info.outer is not None or info.owner in skipped:
                continue
            names = may_call(info.record, sought)
            known = [functions[n] for n in names & functions.keys()]
            own = info.owner is not None and any((info.owner, n) in methods for n in names)
            if own or any(self.program.lookup(info.path, f.record.name) is f for f in known):
                callers.append(info)
        return list({f.key: f for f in [*found, *callers]}.values())

    def _host_side(self) -> set[str]:
        """The classes that load, those that make them load or build them, and their kin: they order their own work."""
        owners = {load.owner for load in self.protocol.load_functions if load.owner is not None}
        classes = {key for owner in owners for key in self.program.heirs.get(owner, ())}
        hosts = {self.program.classes[key].name for key in classes}
        runners = {i.owner for i in self.program.functions.values() if called_of(i.record, self.protocol.load_methods)}
        engines = {self.program.classes[key].name for key in runners if key is not None}
        for info in self.program.functions.values():
            record = info.record
            if info.owner is not None and (
                info.owner in runners
                or called_of(record, hosts)
                or (called_of(record, engines) and named_of(record, hosts))
            ):
                classes |= self.program.heirs.get(info.owner, set())
        bases = {base for key in classes for base in self.program.classes[key].mro[1:]}
        return classes | {heir for base in bases for heir in self.program.heirs.get(base, ())}

    def _is_outside_read(self, access: Access) -> bool:
        """A read that a public accessor of the pool makes is judged there."""
        accessors = {entry for _, entry in self.accesses}
        return not any(hop.callee in accessors for hop in access.read.chain)

    def _blamed(self, accesses: dict[str, list[Access]]) -> set[str]:
        """Who is to blame: the function, or those of its callers that have not waited where others have."""
        bad = {
            k for k, found in accesses.items() if any(a.verdict != COVERED and self._is_outside_read(a) for a in found)
        }
        blamed: set[str] = set()
        for key in bad:
            through = {
                caller: [a for a in found if a.read.chain and a.read.chain[0].callee == key]
                for caller, found in accesses.items()
                if caller != key
            }
            callers = {c: all(a.verdict == COVERED for a in found) for c, found in through.items() if found}
            direct = [
                a
                for a in accesses[key]
                if a.verdict != COVERED and not (a.read.chain and a.read.chain[0].callee in bad)
            ]
            if not direct:
                continue
            blamed |= {c for c, waits in callers.items() if not waits} if any(callers.values()) else {key}
        return blamed

    def _outside_case(self, key: str, buffer: Buffer, bad: list[Access], *, guessed: bool) -> Case:
        info = self.program.functions[key]
        managed = self.managed(buffer, {})
        assert managed is not None
        confidence = managed[1]
        if guessed:
            certain = any(a.read.kind == "consume" for a in bad)
            confidence = Confidence.MEDIUM if certain else Confidence.LOW
        root = self.walker.heap.root_of(buffer[0])
        return Case(
            entry=key,
            symbol=info.symbol,
            path=info.path,
            root=self.walker.heap[root].cls,
            buffer=self.buffer_name(buffer),
            managed=managed[0],
            confidence=confidence,
            sites=tuple(self._site(a) for a in bad),
            outside=True,
        )

    def _declared(self, buffer: Buffer) -> bool:
        cls = self.program.classes[self.walker.heap[buffer[0]].cls].name
        return not {self.buffer_name(buffer), f"{cls}.{buffer[1]}"}.isdisjoint(self.settings.managed)

    # -- managed ---------------------------------------------------------------------------------------------------

    def buffer_name(self, buffer: Buffer) -> str:
        """``Class.attr``, by the most basic class whose code stores the attribute."""
        oid, attr = buffer
        cls = self.walker.heap[oid].cls
        return f"{self._definer(cls, attr)}.{attr}"

    def _definer(self, cls: str, attr: str) -> str:
        name = self._definers.get((cls, attr))
        if name is None:
            name = self._definers[cls, attr] = self._find_definer(cls, attr)
        return name

    def _find_definer(self, cls: str, attr: str) -> str:
        for key in reversed(self.program.classes[cls].mro):
            info = self.program.classes[key]
            for method in info.methods.values():
                if stored_of(method.record, frozenset({attr})):
                    return info.name
        return self.program.classes[cls].name

    def managed(self, buffer: Buffer, belief: dict[str, tuple[int, int]]) -> tuple[Managed, Confidence] | None:
        """Why a buffer counts as loaded layer by layer, and how sure that is; None where nothing says so."""
        evidence = self.loaded.get(buffer)
        name = self.buffer_name(buffer)
        if evidence is not None:
            loader = self.program.functions[evidence.loader]
            detail = f"{loader.symbol} writes it layer by layer"
            return Managed(ManagedKind.LOADED, detail), Confidence.HIGH
        if self._declared(buffer):
            return Managed(ManagedKind.DECLARED, "the configuration declares it as managed"), Confidence.HIGH
        waiting, total = belief.get(name, (0, 0))
        if not waiting or waiting * 2 < total:
            return None
        detail = f"{waiting} of {total} accessors that read it wait for its load"
        confidence = Confidence.LOW if self.host_side else Confidence.MEDIUM
        return Managed(ManagedKind.BELIEVED, detail), confidence

    def _belief(self) -> dict[str, tuple[int, int]]:
        """For each buffer, how many of the accessors that read it wait for it, and how many there are."""
        seen: dict[str, dict[str, bool]] = {}
        for (_, entry), accesses in self.accesses.items():
            for access in accesses:
                waits = seen.setdefault(self.buffer_name((access.read.oid, access.read.attr)), {})
                waits[entry] = waits.get(entry, True) and access.verdict == COVERED
        return {name: (sum(waits.values()), len(waits)) for name, waits in seen.items()}

    # -- cases -----------------------------------------------------------------------------------------------------

    def _cases(self) -> list[Case]:
        belief = self._belief()
        grouped = self._grouped()
        wrong = {
            (entry, buffer)
            for (_, entry, buffer), accesses in grouped.items()
            if any(a.verdict != COVERED for a in accesses)
        }
        cases = []
        callers = Callers(self.program, frozenset(self._pool_keys()), self.settings.quiet_words)
        for (root, entry, buffer), accesses in grouped.items():
            managed = self.managed(buffer, belief)
            if managed is None:
                continue
            bad = [a for a in accesses if a.verdict != COVERED]
            confidence = self._lowered(managed[1], entry, bad, callers)
            if confidence is not None:
                cases.append(self._case(root, entry, buffer, accesses, (managed[0], confidence), wrong))
        return cases

    def _pool_keys(self) -> set[str]:
        """The classes that pools are made of: their callers are no callers from outside."""
        rooted = frozenset(self.roots.values())
        parts_of = [t for t in self.walker.heap.objects if self.walker.heap.root_of(t.oid) in rooted]
        return {key for thing in parts_of for key in self.program.classes[thing.cls].mro}

    def _lowered(self, found: Confidence, entry: str, bad: list[Access], callers: Callers) -> Confidence | None:
        """The confidence of a defect in view of who calls the accessor; None where every caller only writes."""
        if not bad:
            return found
        name = self.program.functions[entry].record.name
        if all(a.read.kind == "leave" for a in bad):
            uses = callers.uses(name)
            if uses and READ not in uses:
                return None if uses == {STORE} else Confidence.LOW
        if all(a.read.kind in {"move", "handed"} for a in bad) and callers.never(
            name, frozenset(self.settings.extend_tests)
        ):
            return Confidence.LOW
        return found

    def _grouped(self) -> dict[tuple[str, str, Buffer], list[Access]]:
        grouped: dict[tuple[str, str, Buffer], list[Access]] = {}
        for (root, entry), accesses in self.accesses.items():
            for access in accesses:
                key = (root, entry, (access.read.oid, access.read.attr))
                grouped.setdefault(key, []).append(access)
        return grouped

    def _case(
        self,
        root: str,
        entry: str,
        buffer: Buffer,
        accesses: list[Access],
        managed: tuple[Managed, Confidence],
        wrong: set[tuple[str, Buffer]],
    ) -> Case:
        info = self.program.functions[entry]
        bad = [a for a in accesses if a.verdict != COVERED]
        relayed = bool(bad) and all(self._relayed(a, entry, buffer, wrong) for a in bad)
        return Case(
            entry=entry,
            symbol=info.symbol,
            path=info.path,
            root=root,
            buffer=self.buffer_name(buffer),
            managed=managed[0],
            confidence=managed[1],
            sites=tuple(self._site(a) for a in accesses),
            gated_base=self._gated_base(root, info, buffer) if bad else None,
            outside=bool(bad) and all(self.marks.requires & {h.callee for h in a.read.chain} for a in bad),
            relayed=relayed,
        )

    def _relayed(self, access: Access, entry: str, buffer: Buffer, wrong: set[tuple[str, Buffer]]) -> bool:
        """Whether the way to a read leads through another entry that is reported for the same buffer."""
        names = {self.buffer_name(b) for e, b in wrong if e in {h.callee for h in access.read.chain} and e != entry}
        return self.buffer_name(buffer) in names

    def _gated_base(self, root: str, info: FunctionInfo, buffer: Buffer) -> str | None:
        """The overridden accessor, where that one reads this buffer and always waits: on its own root, or on this."""
        if info.owner is None or info.record.name.startswith("__"):
            return None
        base = self.program.method(root, info.record.name, info.owner)
        if base is None:
            return None
        known = [a for (_, entry), found in self.accesses.items() if entry == base.key for a in found]
        here = self.walker.judge(self.walk_entry(base, self.roots[root]), self.starts[self.roots[root]])
        return base.key if any(self._always_waits(found, buffer) for found in (known, here)) else None

    def _always_waits(self, accesses: list[Access], buffer: Buffer) -> bool:
        name = self.buffer_name(buffer)
        mine = [a for a in accesses if self.buffer_name((a.read.oid, a.read.attr)) == name]
        return bool(mine) and all(a.verdict == COVERED for a in mine)

    def _site(self, access: Access) -> Site:
        read = access.read
        hops = (*tuple(Hop(h.place, h.callee) for h in read.chain), Hop(read.place, None))
        dead = sorted(read.dead, key=lambda g: (g.place, g.counter.state))
        return Site(
            verdict=access.verdict,
            hops=hops,
            kind=read.kind,
            witness=access.witness.place if access.witness is not None else None,
            dead_gate=dead[0].place if dead else None,
            dead_because=dead[0].counter.why if dead else None,
            dead_state=dead[0].counter.state if dead else "",
        )


__all__ = ["DEAD", "UNGATED", "Analysis", "ClassInfo", "Place", "Row", "Table", "msgspec", "parts"]
