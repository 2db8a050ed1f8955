"""From cases to findings: choose the rule, group what belongs together, and say it so that it proves itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Confidence, Finding, Place, Step
from gatecheck.fingerprint import fingerprint
from gatecheck.flow.cases import COVERED, Case, Site
from gatecheck.flow.defects import DoubleWait
from gatecheck.flow.unregistered import LoadedPool
from gatecheck.program.counters import IdleCounter, MadeCounter
from gatecheck.program.forgotten import AssembledPool
from gatecheck.program.replaced import ReplacedCounter
from gatecheck.program.siblings import UnlikeMaker
from gatecheck.program.tables import TableLength
from gatecheck.rules.precedence import rule_of, rule_of_defect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.facts.locate import Locator
    from gatecheck.fixes.defects import DefectPlanner
    from gatecheck.fixes.edits import Plan
    from gatecheck.fixes.planner import Planner
    from gatecheck.flow.defects import Defect
    from gatecheck.program.link import Program
    from gatecheck.rules.page import Page

_RANK = {Confidence.HIGH: 0, Confidence.MEDIUM: 1, Confidence.LOW: 2}


class Assembler:
    """Turns cases into findings with places."""

    def __init__(self, program: Program, locator: Locator, enabled: frozenset[str]) -> None:
        self._program = program
        self._locator = locator
        self._enabled = enabled
        # What functions that leave the waiting to their callers say of it.
        self.contracts: dict[str, str] = {}
        self.plans: dict[str, Plan] = {}

    def findings(self, cases: list[Case], planner: Planner | None = None) -> tuple[Finding, ...]:
        """At most one finding for each file, symbol and rule; with a planner, each with the fix on offer."""
        groups: dict[tuple[str, str, str], list[Case]] = {}
        pages: dict[str, Page] = {}
        for case in cases:
            page = rule_of(case, self._enabled)
            if page is not None:
                pages[page.code] = page
                groups.setdefault((case.path, case.symbol, page.code), []).append(case)
        covered = [c for c in cases if c.verdicts == {COVERED}]
        found = [self._finding(pages[key[2]], group, covered) for key, group in groups.items()]
        if planner is not None:
            named = {fingerprint(key[2], key[0], key[1]): (key[2], group) for key, group in groups.items()}
            self.plans = {
                name: planner.plan(code, name, _first(group), tuple(group)) for name, (code, group) in named.items()
            }
            found = [msgspec.structs.replace(f, fix=self.plans[f.fingerprint].offer) for f in found]
        return tuple(sorted(found, key=lambda f: (f.place, f.rule, f.symbol)))

    def defect_findings(self, defects: list[Defect], planner: DefectPlanner | None = None) -> tuple[Finding, ...]:
        """The findings of the rules that look at subjects of their own; one for each file, symbol and rule."""
        found: dict[tuple[str, str, str], Finding] = {}
        for defect in sorted(defects, key=lambda d: (_RANK[d.confidence], d.path, d.symbol, d.place)):
            page = rule_of_defect(defect, self._enabled)
            key = (defect.path, defect.symbol, page.code if page is not None else "")
            if page is None or key in found:
                continue
            finding = self._defect_finding(page, defect)
            if planner is not None:
                plan = self.plans[finding.fingerprint] = planner.plan(page.code, finding.fingerprint, defect)
                finding = msgspec.structs.replace(finding, fix=plan.offer)
            found[key] = finding
        return tuple(found.values())

    def _defect_finding(self, page: Page, defect: Defect) -> Finding:
        trace = tuple(Step(self.locate(p), self._symbol_of(p[0]), note) for p, note in defect.trace)
        return Finding(
            rule=page.code,
            name=page.name,
            severity=page.severity,
            confidence=defect.confidence,
            place=self.locate(defect.place),
            symbol=defect.symbol,
            message=defect_message(page.code, defect),
            fingerprint=fingerprint(page.code, defect.path, defect.symbol),
            roots=defect.roots,
            trace=trace,
        )

    def _finding(self, page: Page, group: list[Case], covered: list[Case]) -> Finding:
        case = _first(group)
        site = _worst(case)
        trace = self._trace(site, case)
        buffers = sorted({c.buffer for c in group})
        return Finding(
            rule=page.code,
            name=page.name,
            severity=page.severity,
            confidence=case.confidence,
            place=self._place(site),
            symbol=case.symbol,
            message=message(page.code, case, buffers, self._overridden(case), self._contract(site)),
            fingerprint=fingerprint(page.code, case.path, case.symbol),
            roots=tuple(sorted({self._program.classes[c.root].name for c in group if c.root})),
            buffer=case.buffer,
            managed_because=case.managed,
            trace=trace,
            sibling=self._sibling(case, covered),
        )

    def _place(self, site: Site) -> Place:
        """Where a finding stands: the first step of the way, or the one inside a nested function of the same body."""
        hop = site.hops[0]
        for following in site.hops[1:]:
            if self._program.functions[following.place[0]].outer is None:
                break
            hop = following
        return self.locate(hop.place)

    def _overridden(self, case: Case) -> str:
        return self._symbol_of(case.overridden.accessor) if case.overridden is not None else ""

    def _symbol_of(self, key: str) -> str:
        return self._program.functions[key].symbol

    def locate(self, place: tuple[str, int]) -> Place:
        """The span of a place of the walk."""
        info = self._program.functions[place[0]]
        return self._locator.place(info.path, info.record.chunk, place[1])

    def line(self, place: tuple[str, int]) -> int:
        """The line of a place of the walk."""
        info = self._program.functions[place[0]]
        return self._locator.line(info.path, info.record.chunk, place[1])

    def _trace(self, site: Site, case: Case) -> tuple[Step, ...]:
        steps = []
        for hop in site.hops:
            symbol = self._symbol_of(hop.place[0])
            note = f"calls {self._symbol_of(hop.callee)}" if hop.callee is not None else _read_note(site, case)
            steps.append(Step(self.locate(hop.place), symbol, note))
        steps[-1:-1] = [self._handed_on(key) for key in site.via]
        extra = [*self._kept_contract(site), *self._dead_steps(site), *self._waiting(site, case)]
        return (
            (steps[0], *extra, *steps[1:])
            if len(steps) > 1
            else (steps[0], *extra, steps[0])[: 1 + len(extra) + bool(extra)]
        )

    def _contract_of(self, site: Site) -> str | None:
        """The function on the way to a read that leaves the waiting to its callers."""
        way = (*(hop.callee for hop in site.hops), *site.via)
        return next((key for key in way if key is not None and key in self.contracts), None)

    def _contract(self, site: Site) -> str:
        key = self._contract_of(site)
        return self._symbol_of(key) if key is not None else ""

    def _kept_contract(self, site: Site) -> Iterator[Step]:
        """The step that shows which contract a caller has not kept."""
        key = self._contract_of(site)
        if key is not None and key not in site.via:
            yield self._step_at(key, self._terms(key))

    def _terms(self, key: str) -> str:
        """What a function says of the waiting that it leaves to its callers."""
        reason = self.contracts[key]
        return f"its callers must have waited: {reason}" if reason else "its callers must have waited"

    def _dead_steps(self, site: Site) -> Iterator[Step]:
        """The gate that never waits, and who mutes it."""
        if site.dead_gate is None or site.verdict != "dead":
            return
        note = f"this gate never waits: its counter is {site.dead_state} on this object"
        yield Step(self.locate(site.dead_gate), self._symbol_of(site.dead_gate[0]), note)
        if site.dead_because is not None:
            muter = self._symbol_of(site.dead_because[0])
            yield Step(self.locate(site.dead_because), muter, "the counter is muted here")

    def _waiting(self, site: Site, case: Case) -> Iterator[Step]:
        """The wait that a verdict is about, or the one that the same read has on another way."""
        if site.verdict == COVERED:
            return
        same = (s for s in case.sites if s.verdict == COVERED and s.hops[-1].place == site.hops[-1].place)
        beside = next((s.witness for s in same if s.witness is not None), None) if site.witness is None else None
        witness = site.witness or beside
        if witness is not None:
            note = _WITNESS.get("partial" if beside else site.verdict, "this wait does not cover the read")
            yield Step(self.locate(witness), self._symbol_of(witness[0]), note)

    def _handed_on(self, key: str) -> Step:
        """The step of a function that has given the address to whoever reads it."""
        note = f"had handed it out; {self._terms(key)}" if key in self.contracts else "had handed it out"
        return self._step_at(key, note)

    def _step_at(self, key: str, note: str) -> Step:
        """A step that stands at the definition of a function."""
        info = self._program.functions[key]
        line = self.line((key, info.record.at))
        return Step(Place(info.path, line, 1, line, 1), info.symbol, note)

    def _sibling(self, case: Case, covered: list[Case]) -> Step | None:
        """The nearest accessor that waits for the same buffer: of the same class, else of any."""
        owner = case.symbol.split(".")[0]
        same = [c for c in covered if c.buffer == case.buffer and c.entry != case.entry]
        same += [
            c for c in covered if c.buffer != case.buffer and c.symbol.split(".")[0] == owner and c.entry != case.entry
        ]
        same.sort(key=lambda c: (c.symbol.split(".")[0] != owner, c.buffer != case.buffer, c.symbol))
        for other in same:
            witness = other.sites[0].witness
            if witness is not None:
                return Step(self.locate(witness), other.symbol, f"{other.symbol} waits for {other.buffer} here")
        return None


_WITNESS = {
    "wrong-layer": "this wait is for another layer's event",
    "wrong-stream": "this wait binds another stream",
    "late": "this wait comes after the data was taken",
    "partial": "this wait is reached only on some ways",
}


def _first(group: list[Case]) -> Case:
    """The case that a finding speaks of."""
    return min(group, key=lambda c: (_RANK[c.confidence], c.buffer, c.root))


def _worst(case: Case) -> Site:
    """The read that the finding is about: the first that the rule objects to."""
    bad = [s for s in case.sites if s.verdict != COVERED]
    order = ["wrong-stream", "wrong-layer", "late", "partial", "dead", "ungated"]
    return min(bad, key=lambda s: (order.index(s.verdict), len(s.hops)))


def _read_note(site: Site, case: Case) -> str:
    return f"reads {case.buffer}" if site.kind == "consume" else f"hands out one layer of {case.buffer}"


def message(code: str, case: Case, buffers: list[str], base: str, contract: str = "") -> str:
    """One sentence that says what is wrong and why it matters."""
    what = " and ".join(buffers) if len(buffers) < 3 else f"{buffers[0]} and {len(buffers) - 1} more buffers"
    because = case.managed.detail
    past = f"through {contract}, whose callers must wait," if contract else "past the pool's accessors"
    texts = {
        "GC001": f"{case.symbol} reads {what} without waiting for the layer's load ({because})",
        "GC002": f"{case.symbol} reads {what} behind gates that never wait on this object ({because})",
        "GC003": f"{case.symbol} reads {what} on a way on which nothing waits ({because})",
        "GC004": f"{case.symbol} takes data of {what} before it waits for the layer's load ({because})",
        "GC005": f"{case.symbol} reads {what} behind a wait for another layer's event ({because})",
        "GC006": f"{case.symbol} reads {what} {past} without having waited ({because})",
        "GC007": f"{case.symbol} overrides {base}, which waits, and reads {what} without waiting ({because})",
        "GC013": f"{case.symbol} reads {what} on a stream that the wait does not bind ({because})",
    }
    return texts[code]


def _left_out(subject: LoadedPool | AssembledPool | ReplacedCounter | UnlikeMaker | MadeCounter) -> str:
    """What somebody does without a registration."""
    if isinstance(subject, LoadedPool):
        return f"builds {subject.pool} and loads it on a stream of its own, unregistered"
    if isinstance(subject, AssembledPool):
        return f"loads a pool of {subject.holder} through {subject.host} and registers only other pools"
    if isinstance(subject, ReplacedCounter):
        return f"registers the counter that {subject.keeper} replaces, but not with the {subject.pool}"
    if isinstance(subject, UnlikeMaker):
        return (
            f"registers its {subject.counter} with no {subject.pool}, as {subject.sibling} does, which loads the same"
        )
    if subject.partly:
        return f"makes {subject.counter} for its loads and registers it with one of several pools only"
    return f"makes {subject.counter} for its loads and registers it with no pool: nothing waits"


def defect_message(code: str, defect: Defect) -> str:
    """One sentence on a defect that is not about one buffer."""
    subject = defect.subject
    if isinstance(subject, TableLength):
        return (
            f"{defect.symbol} makes an event table as long as {subject.what} has entries; "
            "layer ids with gaps run past its end"
        )
    if isinstance(subject, (LoadedPool, AssembledPool, ReplacedCounter, UnlikeMaker, MadeCounter)):
        return f"{defect.symbol} {_left_out(subject)}"
    if isinstance(subject, IdleCounter):
        return (
            f"{defect.symbol} makes {subject.counter}, on which nobody selects a consumer: every wait returns at once"
        )
    if isinstance(subject, DoubleWait):
        return f"{defect.symbol} waits twice for the same event on one way; the second wait orders nothing"
    ways = "on some ways" if subject.sometimes else "on every way"
    if code == "GC009":
        return f"{defect.symbol} runs the model {ways} without selecting a consumer: every gate below returns at once"
    without = "and the wait before it binds another stream" if subject.elsewhere else f"{ways} without a wait before it"
    return f"{defect.symbol} replays a graph that recorded gated reads, {without}"
