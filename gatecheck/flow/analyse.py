"""From a linked program to cases: build the pools, find what is managed, walk every entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.visit import attrs_of, called_of, may_name
from gatecheck.findings import Confidence, Managed
from gatecheck.flow.bypasses import Bypass, Bypasses
from gatecheck.flow.candidates import Candidates
from gatecheck.flow.cases import COVERED, DEAD, LATE, UNGATED, Case, Overridden, with_dropped_gates
from gatecheck.flow.defects import Defect, Finder
from gatecheck.flow.doubled import doubled
from gatecheck.flow.keeping import Keeping
from gatecheck.flow.lowering import Hosts, Lowering
from gatecheck.flow.managing import Belief, Managing
from gatecheck.flow.modes import NOTHING_LOADS, Modes
from gatecheck.flow.numbered import Numbers
from gatecheck.flow.shadowed import Shadowed
from gatecheck.flow.sites import site_of
from gatecheck.flow.starts import Starts, first_layers, kindred_layers
from gatecheck.flow.unregistered import LoadedPool
from gatecheck.flow.values import Instance
from gatecheck.flow.verdicts import Access, Walk
from gatecheck.marks import Marks
from gatecheck.program.callers import Callers, is_in_place

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.flow.evidence import Evidence
    from gatecheck.flow.values import Value
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
        self.walker = Keeping(program, protocol)
        self.walker.targets = marks.stores
        self.walker.fetches = marks.fetches
        self.walker.requires = marks.requires
        self.walker.modes = Modes.of(settings)
        self.walker.marked = marks.stores | marks.requires | marks.fetching
        self.roots: dict[str, int] = {}
        self.loaded: dict[Buffer, Evidence] = {}
        self.accesses: dict[tuple[str, str], list[Access]] = {}
        self.outside: dict[str, list[Access]] = {}
        self.guessed: set[str] = set()
        self.defects: list[Defect] = []
        self.managing = Managing(program, settings, self.walker.heap)
        self.starts: Starts = {}
        # All cases, those that marks on lines will take away included.
        self.found: list[Case] = []
        # Accessors, and the names of the buffers that they read too early.
        self.wrong: set[tuple[str, str, str]] = set()

    def run(self) -> list[Case]:
        """Walk everything; the cases in a stable order."""
        walker = self.walker
        classes = walker.root_classes()
        for info in classes:
            self.roots[info.key] = walker.build(info, "root")
        walker.register_parts(self.roots.values())
        evidence = walker.collect_evidence()
        self.loaded = walker.apply_evidence(evidence, frozenset(self.roots.values()))
        self.managing.host_side = bool(self.loaded)
        walker.memo.clear()
        ancestors = {key for info in classes for key in info.mro}
        walker.handing = self._handing(ancestors)
        empty = {self.roots[info.key] for info in classes if walker.holds_no_data(self.roots[info.key])}
        classes = [info for info in classes if self.roots[info.key] not in empty]
        self.loaded = {b: e for b, e in self.loaded.items() if walker.heap.root_of(b[0]) not in empty}
        marked = self.marks.requires | self.marks.stores
        walks = {
            (info.key, entry.key): self.walk_entry(entry, self.roots[info.key])
            for info in classes
            for entry in walker.accessors(info)
            if entry.key not in marked
        }
        oids = [self.roots[info.key] for info in classes]
        self.starts = first_layers(walks.values(), oids, walker.heap, self.program)
        walker.kindred = kindred_layers(oids, walker.heap, self.program, self.protocol.wait_methods)
        walker.numbers = Numbers.of((read for walk in walks.values() for read in walk.reads), walker.heap)
        self.accesses = {key: walker.judge(walk, self.starts) for key, walk in walks.items()}
        self._find_late_copies(walks)
        heeded = {
            self.managing.name((a.read.oid, a.read.attr)) for found in self.accesses.values() for a in found if a.heeds
        }
        self.loaded = {
            buffer: item
            for buffer, item in self.loaded.items()
            if buffer in walker.strong or self.managing.name(buffer) in heeded
        }
        cases = self._cases()
        cases += self._outside_cases()
        self.defects = [*self._find_defects(), *doubled(self.program, walks)]
        self.found = self._without_unregistered(cases)
        return self.found

    def _without_unregistered(self, cases: list[Case]) -> list[Case]:
        """Where every object of a class is one that nobody registers, that is what is said of it."""
        subjects = [d.subject for d in self.defects if isinstance(d.subject, LoadedPool)]
        kept_alone = {s.key for s in subjects if s.is_forgotten and self._only_built_at(s.key, s.place[0])}
        return [c for c in cases if c.root not in kept_alone or c.outside or not c.verdicts & {DEAD, UNGATED}]

    def _only_built_at(self, cls: str, maker: str) -> bool:
        name = self.program.classes[cls].name
        return not any(called_of(info.record, {name}) for info in self.program.having({name}) if info.key != maker)

    def _find_defects(self) -> list[Defect]:
        """What is wrong with tables, forwards, graphs and unregistered pools."""
        walker = self.walker
        walker.arm_attrs = self.protocol.arm_attrs
        readers = {self.program.functions[entry].record.name for (_, entry), found in self.accesses.items() if found}
        walker.followed = Candidates(self.program, self.protocol, self.marks, walker).followed(readers)
        return Finder(walker, self.settings).run()

    def _find_late_copies(self, walks: dict[tuple[str, str], Walk]) -> None:
        """A copy kept in an attribute is late where another accessor waits before it hands the attribute out."""
        for (root, entry), found in self.accesses.items():
            for position, access in enumerate(found):
                if access.read.kept and access.verdict == UNGATED:
                    names = frozenset({access.read.kept})
                    waits = (
                        wait
                        for (other_root, other), walk in walks.items()
                        if other_root == root and other != entry and walk.end is not None
                        if attrs_of(self.program.functions[other].record, names)
                        for wait in walk.end.must
                        if wait.token != NOTHING_LOADS
                    )
                    witness = next(waits, None)
                    if witness is not None:
                        found[position] = msgspec.structs.replace(access, verdict=LATE, witness=witness)

    def walk_entry(self, entry: FunctionInfo, root: int) -> Walk:
        """Walk one entry of one root object."""
        receiver = Instance(root)
        reads, end = self.walker.run_entry(entry, receiver, self.walker.entry_arguments(entry, receiver))
        walker = self.walker
        return Walk(
            root,
            entry.key,
            tuple(reads),
            end,
            doubled=walker.doubled,
            rounds=walker.rounds,
            closing=walker.closing,
        )

    # -- outside ---------------------------------------------------------------------------------------------------

    def _outside_cases(self) -> list[Case]:
        """Functions outside the pools that read a managed buffer."""
        managed = self._known_buffers()
        self.walker.prepare_outside(self.roots, managed)
        candidates = Candidates(self.program, self.protocol, self.marks, self.walker)
        words = candidates.words(managed)
        self.walker.followed = candidates.followed(words)
        self.walker.prepare_screening(words, candidates.hosts)
        reached = self._parts_of_pools()
        functions = [info for info in candidates.functions(managed) if info.key not in reached]
        inner = {(self.roots[root], entry): found for (root, entry), found in self.accesses.items()}
        found = Bypasses(self.walker, candidates, inner, self.starts).find(functions, managed)
        return [case for bypass in found if (case := self._outside_case(bypass)) is not None]

    def _handing(self, pools: set[str]) -> frozenset[str]:
        """What can hand an address on: the methods of pools, and functions elsewhere that name what loads write."""
        methods = frozenset(m.key for key in pools for m in self.program.classes[key].methods.values())
        names = {attribute for _, attribute in self.loaded}
        return methods | {i.key for i in self.program.having(names) if i.outer is None and may_name(i.record, names)}

    def _known_buffers(self) -> frozenset[Buffer]:
        return frozenset(b for b in self._buffers() if b in self.loaded or self.managing.declared(b))

    def _parts_of_pools(self) -> set[str]:
        """Methods of what pools are made of, facades too, that an accessor has led to: they are judged there."""
        reached = {hop.callee for found in self.accesses.values() for a in found for hop in a.read.chain}
        classes = self._pool_keys()
        return {key for key in reached if self.program.functions[key].owner in classes}

    def _buffers(self) -> set[Buffer]:
        found = {(a.read.oid, a.read.attr) for accesses in self.accesses.values() for a in accesses}
        return found | set(self.loaded)

    def _outside_case(self, bypass: Bypass) -> Case | None:
        """The case of a bypass; None where all of it comes from what an accessor handed out too early."""
        info = self.program.functions[bypass.function]
        name = self.managing.name(bypass.buffer)
        bad = [a for a in bypass.accesses if not any(entry in a.read.via and of == name for _, entry, of in self.wrong)]
        if not bad:
            return None
        managed = self.managing.managed(bypass.buffer, self.loaded, {})
        assert managed is not None
        confidence = self._confidence_outside(managed[1], bypass, bad)
        if confidence is None:
            return None
        root = self.walker.heap.root_of(bypass.buffer[0])
        return Case(
            entry=bypass.function,
            symbol=info.symbol,
            path=info.path,
            root=self.walker.heap[root].cls,
            buffer=name,
            managed=managed[0],
            confidence=confidence,
            sites=tuple(site_of(a, self.walker.heap) for a in bad),
            outside=not bypass.inside,
        )

    def _confidence_outside(self, found: Confidence, bypass: Bypass, bad: list[Access]) -> Confidence | None:
        """How sure reads outside are; None where they are as doubtful as the accessors of which that is told."""
        if bypass.unread or all(self._may_fill(a) for a in bad):
            return None if all(a.read.via for a in bad) else Confidence.LOW
        sure = any(a.read.kind == "consume" for a in bad) and not all(a.doubtful for a in bad)
        if bypass.guessed:
            return Confidence.MEDIUM if sure else Confidence.LOW
        return Confidence.LOW if all(access.doubtful for access in bad) else found

    def _may_fill(self, access: Access) -> bool:
        """Whether a buffer goes to something unknown that gives another of its arguments back."""
        function, at = access.read.place
        return access.read.kind == "handed" and is_in_place(self.program.functions[function].record, at)

    def _belief(self) -> dict[str, tuple[int, int]]:
        """For each buffer, how many of the accessors that read it wait for it, and how many there are."""
        seen: dict[str, dict[str, bool]] = {}
        for (_, entry), accesses in self.accesses.items():
            for access in accesses:
                waits = seen.setdefault(self.managing.name((access.read.oid, access.read.attr)), {})
                waits[entry] = waits.get(entry, True) and access.believes
        return {name: (sum(waits.values()), len(waits)) for name, waits in seen.items()}

    # -- cases -----------------------------------------------------------------------------------------------------

    def _cases(self) -> list[Case]:
        belief = self._belief()
        hosts = Hosts.of(self.program, self.protocol)
        callers = Callers(self.program, frozenset(self._pool_keys()), self.settings.quiet_words)
        lowering = Lowering(self.program, self.settings, hosts, callers, self.accesses)
        judged = self._judged(self._grouped(), lowering, belief)
        # What heirs override and reach all the same is as wrong on their objects, where it is reported.
        self.shadowed = Shadowed(self.accesses, self._walked, self._name_of, self._counters_of)
        self.shadowed.add(self.program, frozenset(self.wrong))
        further = {key: found for key, found in self._grouped().items() if key[:2] in self.shadowed.keys}
        judged += self._judged(further, lowering, belief)
        return with_dropped_gates([self._case(*each) for each in judged])

    def _walked(self, root: str, entry: str) -> list[Access]:
        return self.walker.judge(self.walk_entry(self.program.functions[entry], self.roots[root]), self.starts)

    def _counters_of(self, root: str) -> list[Value | None]:
        attrs = self.walker.heap[self.roots[root]].attrs
        return [attrs.get(name) for name in sorted(self.protocol.counter_attrs)]

    def _name_of(self, access: Access) -> str:
        return self.managing.name((access.read.oid, access.read.attr))

    def _judged(
        self, grouped: dict[tuple[str, str, Buffer], list[Access]], lowering: Lowering, belief: Belief
    ) -> list[tuple[str, str, Buffer, list[Access], tuple[Managed, Confidence]]]:
        """What is read of managed buffers, and how sure it is that it is read too early; what is wrong is kept."""
        judged = []
        for (root, entry, buffer), accesses in grouped.items():
            managed = self.managing.managed(buffer, self.loaded, belief)
            if managed is None:
                continue
            name = self.managing.name(buffer)
            bad = [a for a in accesses if a.verdict != COVERED]
            believed = belief.get(name, (0, 0))[0] > 0
            confidence = lowering.confidence(managed[1], root, entry, bad, believed=believed)
            if confidence is not None:
                judged.append((root, entry, buffer, accesses, (managed[0], confidence)))
            # What an accessor hands out for others to write into, or behind a wait of theirs, its readers answer for.
            if bad and (confidence == managed[1] or any(a.read.kind != "leave" for a in bad)):
                self.wrong.add((root, entry, name))
        return judged

    def _pool_keys(self) -> set[str]:
        """The classes that pools are made of: their callers are no callers from outside."""
        rooted = frozenset(self.roots.values())
        parts_of = [t for t in self.walker.heap.objects if self.walker.heap.root_of(t.oid) in rooted]
        return {key for thing in parts_of for key in self.program.classes[thing.cls].mro}

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
    ) -> Case:
        info = self.program.functions[entry]
        bad = [a for a in accesses if a.verdict != COVERED]
        # A doubt is told once, where the buffer is read; a defect for each root, which has to be repaired for itself.
        roots = frozenset({root}) if managed[1] is not Confidence.LOW else frozenset(self.roots)
        relayed = bool(bad) and all(self._relayed(a, roots, entry, accesses) for a in bad)
        return Case(
            entry=entry,
            symbol=info.symbol,
            path=info.path,
            root=root,
            buffer=self.managing.name(buffer),
            managed=managed[0],
            confidence=managed[1],
            sites=tuple(site_of(a, self.walker.heap) for a in accesses),
            overridden=self._overridden(root, info, buffer) if bad else None,
            outside=bool(bad) and all(self._breaks_contract(a) for a in bad),
            relayed=relayed,
            parted=self._owner_waits(root, entry, buffer),
        )

    def _owner_waits(self, root: str, entry: str, buffer: Buffer) -> bool:
        """Whether an entry waits for a buffer beside this one which no gate further in would wait for."""
        others = (a.read for a in self.accesses[root, entry] if a.believes and (a.read.oid, a.read.attr) != buffer)
        own = self.roots[root]
        return any(read.oid == own or self.walker.is_silent(read.oid) for read in others)

    def _breaks_contract(self, access: Access) -> bool:
        """Whether a read comes through a function that leaves the waiting to its callers."""
        way = {access.entry, *(hop.callee for hop in access.read.chain)}
        buffer = (access.read.oid, access.read.attr)
        return bool(self.marks.requires & way) or any((key, *buffer) in self.walker.contracted for key in way)

    def _relayed(self, access: Access, roots: frozenset[str], entry: str, accesses: list[Access]) -> bool:
        """Whether a read happens in another reported entry of one of the roots, or its address comes from there."""
        name = self._name_of(access)
        others = {*(hop.callee for hop in access.read.chain), *access.read.via} - {entry}
        return any(
            (root, other, name) in self.wrong and self.shadowed.stands_for((root, other), accesses)
            for root in roots
            for other in others
        )

    def _overridden(self, root: str, info: FunctionInfo, buffer: Buffer) -> Overridden | None:
        """The overridden accessor, where that one reads this buffer and always waits: on its own root, or on this."""
        if info.owner is None or info.record.name == "__getattr__":
            return None
        base = next(filter(None, (self.program.method(root, *named) for named in self._names_of(root, info))), None)
        if base is None:
            return None
        known = [a for (_, entry), found in self.accesses.items() if entry == base.key for a in found]
        here = self._walked(root, base.key)
        waits_here = self._always_waits(here, buffer)
        return Overridden(base.key, waits_here) if waits_here or self._always_waits(known, buffer) else None

    def _names_of(self, root: str, info: FunctionInfo) -> list[tuple[str, str | None]]:
        """The names of a method on objects of a class, each with the class that gives it that name: its own first."""
        given = [
            (name, key)
            for key in self.program.classes[root].mro
            for name, method in self.program.classes[key].aliases.items()
            if method.key == info.key
        ]
        return [(info.record.name, info.owner), *given]

    def _always_waits(self, accesses: list[Access], buffer: Buffer) -> bool:
        name = self.managing.name(buffer)
        mine = [a for a in accesses if self.managing.name((a.read.oid, a.read.attr)) == name]
        return bool(mine) and all(a.waits for a in mine)
