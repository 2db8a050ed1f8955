"""From a linked program to cases: build the pools, find what is managed, walk every entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk_all
from gatecheck.findings import Confidence, Managed, ManagedKind
from gatecheck.flow.cases import COVERED, DEAD, UNGATED, Case, Hop, Site
from gatecheck.flow.values import Instance, Row, Sym, Table, parts
from gatecheck.flow.walk import Access, Walk, Walker, start_symbols

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.flow.base import Place
    from gatecheck.flow.loads import Evidence
    from gatecheck.program.link import ClassInfo, FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

Buffer = tuple[int, str]


class Analysis:
    """One run of the walk over one program."""

    def __init__(self, program: Program, protocol: Protocol, settings: Settings) -> None:
        self.program = program
        self.protocol = protocol
        self.settings = settings
        self.walker = Walker(program, protocol)
        self.roots: dict[str, int] = {}
        self.loaded: dict[Buffer, Evidence] = {}
        self.accesses: dict[tuple[str, str], list[Access]] = {}
        self.host_side = False
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
        walks = {
            (info.key, entry.key): self.walk_entry(entry, self.roots[info.key])
            for info in classes
            for entry in walker.accessors(info)
        }
        for info in classes:
            own = [walk for (root, _), walk in walks.items() if root == info.key]
            self.starts[self.roots[info.key]] = start_symbols(own)
        self.accesses = {key: walker.judge(walk, self.starts[walk.root]) for key, walk in walks.items()}
        return self._cases()

    def walk_entry(self, entry: FunctionInfo, root: int) -> Walk:
        """Walk one entry of one root object."""
        receiver = Instance(root)
        reads, end = self.walker.run_entry(entry, receiver, self.walker.entry_arguments(entry, receiver))
        return Walk(root, entry.key, tuple(reads), end)

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
                if _stores_attribute(method.record, attr):
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
        if name in self.settings.managed or f"{self.program.classes[self.walker.heap[buffer[0]].cls].name}.{buffer[1]}" in (
            self.settings.managed
        ):
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
        for (root, entry, buffer), accesses in grouped.items():
            managed = self.managed(buffer, belief)
            if managed is not None:
                cases.append(self._case(root, entry, buffer, accesses, managed, wrong))
        return cases

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
        hops = tuple(Hop(h.place, h.callee) for h in read.chain) + (Hop(read.place, None),)
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


def _stores_attribute(record: r.Function, attr: str) -> bool:
    for node in walk_all(record.body):
        if isinstance(node, r.Assign):
            for target in node.targets:
                items = target.items if isinstance(target, r.Seq) else (target,)
                if any(isinstance(i, r.Attr) and i.name == attr for i in items):
                    return True
    return False


__all__ = ["DEAD", "UNGATED", "Analysis", "ClassInfo", "Place", "Row", "Table", "msgspec", "parts"]
