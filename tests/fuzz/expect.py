"""From what happened on every path to the rule that says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.fuzz.reference import EVERY, Classes, Path, paths
from tests.fuzz.things import Read
from tests.fuzz.tree import Program

COVERED, STREAM, LAYER, LATE, DEAD, UNGATED = "covered", "stream", "layer", "late", "dead", "ungated"
RULES = {STREAM: "GC013", LAYER: "GC005", LATE: "GC004", DEAD: "GC002", UNGATED: "GC001"}
ORDER = ("GC013", "GC005", "GC004", "GC003", "GC007", "GC002", "GC001")


@dataclass(frozen=True)
class Expected:
    """What one accessor does wrong with one buffer on one object: the rules that may say it, the right one first.

    ``relayed`` says that it goes through what it overrides, which has a defect on objects of its own class: that one
    speaks for both, unless the override adds a fault of its own.
    """

    symbol: str
    root: str
    buffer: str
    rules: tuple[str, ...]
    relayed: bool = False


def verdict(read: Read, path: Path) -> str:
    """Return what one read of one path is."""
    right = {read.event, EVERY}
    if read.known & right:
        return COVERED
    if read.elsewhere & right:
        return STREAM
    if read.known:
        return LAYER
    if not read.leaves and any(at > read.at and event in right for at, event in path.waits):
        return LATE
    return DEAD if read.dead else UNGATED


class Judge:
    """Judges the accessors of a program."""

    def __init__(self, program: Program) -> None:
        self.classes = Classes(program)
        built = {each.inner for each in program.classes}
        self.roots = [each.name for each in program.classes if each.name not in built]
        self.paths: dict[tuple[str, str], list[Path]] = {}

    def expected(self) -> list[Expected]:
        """Return every defect of a program."""
        return [found for root in self.roots for found in self._of_root(root)]

    def _of_root(self, root: str) -> Iterator[Expected]:
        entries = [f"{owner}.{method.name}" for owner, method in self.classes.accessors(root)]
        for entry in entries:
            for buffer in ("rows", "cols"):
                rules = self._rules(root, entry, buffer)
                if rules and not self._is_relayed(root, entry, buffer, entries):
                    yield Expected(entry, root, buffer, rules, self._goes_through_base(root, entry, buffer))

    def _paths(self, root: str, entry: str) -> list[Path]:
        if (root, entry) not in self.paths:
            owner, name = entry.split(".")
            method = next(each for each in self.classes.by_name[owner].methods if each.name == name)
            self.paths[root, entry] = paths(self.classes, root, owner, method)
        return self.paths[root, entry]

    def verdicts(self, root: str, entry: str, buffer: str) -> frozenset[str]:
        """Return the verdicts of all reads of a buffer, on all paths of an accessor."""
        found = self._paths(root, entry)
        return frozenset(verdict(read, path) for path in found for read in path.reads if read.buffer == buffer)

    def _is_relayed(self, root: str, entry: str, buffer: str, entries: list[str]) -> bool:
        """Tell whether each defect comes through another accessor of the same object that has one."""
        wrong = {other for other in entries if other != entry and self._rules(root, other, buffer)}
        return all(
            verdict(read, path) == COVERED or not wrong.isdisjoint(read.through)
            for path in self._paths(root, entry)
            for read in path.reads
            if read.buffer == buffer
        )

    def _goes_through_base(self, root: str, entry: str, buffer: str) -> bool:
        """Tell whether each defect comes through a method of a base that has one on an object of that base."""
        return all(
            verdict(read, path) == COVERED or any(self._is_wrong_itself(root, key, buffer) for key in read.through)
            for path in self._paths(root, entry)
            for read in path.reads
            if read.buffer == buffer
        )

    def _is_wrong_itself(self, root: str, symbol: str, buffer: str) -> bool:
        cls = symbol.partition(".")[0]
        return cls != root and any(self._rules(on, symbol, buffer) for on in self._own_root(cls))

    def _rules(self, root: str, entry: str, buffer: str) -> tuple[str, ...]:
        kinds = self.verdicts(root, entry, buffer)
        bad = kinds - {COVERED}
        if not bad:
            return ()
        rules = {RULES[kind] for kind in bad}
        if COVERED in kinds and rules & {"GC001", "GC002"}:
            rules = rules - {"GC001"} | {"GC003"}
        beside = [other for other in ("rows", "cols") if self.verdicts(root, entry, other) == kinds == {UNGATED}]
        if "GC001" in rules and any(self._drops(root, entry, other) for other in {buffer, *beside}):
            rules = rules - {"GC001"} | {"GC007"}
        return tuple(sorted(rules, key=ORDER.index))

    def _drops(self, root: str, entry: str, buffer: str) -> bool:
        """Tell whether the accessor that this one overrides always waits."""
        owner, name = entry.split(".")
        base = self.classes.method(root, name, owner)
        if base is None:
            return False
        symbol = f"{base[0]}.{name}"
        return any(self.verdicts(on, symbol, buffer) == {COVERED} for on in {root, *self._own_root(base[0])})

    def _own_root(self, cls: str) -> Iterable[str]:
        return {cls} & {*self.roots, "Pool"}
