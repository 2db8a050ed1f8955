"""What an override is wrong through: an accessor of a base that it calls, and that is as wrong on objects of that base.

On objects of the heir nobody calls that by its own name, so that it is no accessor there. The defect is its own for all
that, and is repaired for both where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import COVERED
from gatecheck.flow.values import Counter, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gatecheck.flow.base import Place
    from gatecheck.flow.values import Value
    from gatecheck.flow.verdicts import Access
    from gatecheck.program.link import Program

Key = tuple[str, str]


class Shadowed:
    """The accessors of bases through which heirs are wrong, among all ``accesses`` by root and entry.

    ``walk`` judges an entry on a root, ``name_of`` names the buffer of a read, and ``counters_of`` tells what a root
    holds where pools hold their counters.
    """

    def __init__(
        self,
        accesses: dict[Key, list[Access]],
        walk: Callable[[str, str], list[Access]],
        name_of: Callable[[Access], str],
        counters_of: Callable[[str], list[Value | None]],
    ) -> None:
        self._accesses = accesses
        self._walk = walk
        self._name_of = name_of
        self._counters_of = counters_of
        self.keys: set[Key] = set()

    def add(self, program: Program, wrong: frozenset[tuple[str, str, str]]) -> None:
        """Enter what they read among the accesses, where it is ``wrong`` on a root that has them for accessors.

        Who goes past an override that waits is wrong by itself.
        """
        for root, entry in self._missing(program, frozenset(entry for _, entry, _ in wrong)):
            found = self._walk(root, entry)
            heir = _override(program, root, entry)
            reported = [(other, name) for other, key, name in wrong if key == entry and (root, heir, name) in wrong]
            same = [(other, name) for other, name in reported if self._has_like_counters(root, other)]
            told = {name for other, name in same if self._is_alike(name, found, self._accesses[other, entry])}
            if told:
                self._accesses[root, entry] = [a for a in found if self._name_of(a) in told]
                self.keys.add((root, entry))

    def stands_for(self, key: Key, accesses: list[Access]) -> bool:
        """Whether an entry is told in place of one that reads through it; an heir may add a fault of its own."""
        return key not in self.keys or _waits_of(accesses) <= _waits_of(self._accesses[key])

    def _missing(self, program: Program, wrong: frozenset[str]) -> list[Key]:
        found = {
            (root, key)
            for (root, _), every in self._accesses.items()
            for access in every
            if access.verdict != COVERED
            for key in access.read.callees & wrong
            if (root, key) not in self._accesses and _is_inherited(program, root, key)
        }
        return sorted(found)

    def _is_alike(self, name: str, ones: list[Access], others: list[Access]) -> bool:
        """Whether an entry does the same to a buffer on two roots."""
        here, there = (_judged(a for a in each if self._name_of(a) == name) for each in (ones, others))
        return here == there

    def _has_like_counters(self, root: str, other: str) -> bool:
        """Whether a wait that repairs an entry on one root repairs it on another: both live, or dead for one reason."""
        here, there = ([_states(value) for value in self._counters_of(each)] for each in (root, other))
        return here == there


def _is_inherited(program: Program, root: str, key: str) -> bool:
    owner = program.functions[key].owner
    return owner is not None and program.is_a(root, owner)


def _override(program: Program, root: str, entry: str) -> str:
    """What objects of a root have in place of an accessor of a base; nothing where that has no name of its own."""
    found = program.method(root, program.functions[entry].record.name)
    return found.key if found is not None else ""


def _judged(accesses: Iterable[Access]) -> frozenset[tuple[str, Place, frozenset[object]]]:
    return frozenset((a.verdict, a.read.place, _waits_of([a])) for a in accesses)


def _states(value: Value | None) -> frozenset[tuple[str, Place | None]]:
    return frozenset((p.state, p.why) for p in parts(value) if isinstance(p, Counter)) if value else frozenset()


def _waits_of(accesses: Iterable[Access]) -> frozenset[object]:
    """Where all is waited for that reads are judged by: what comes before them for sure or perhaps, late, or dead."""
    found: set[object] = set()
    for access in accesses:
        read = access.read
        found |= {wait.place for wait in (*read.must, *read.maybe)}
        found |= {(gate.place, gate.counter.why) for gate in read.dead}
        found |= {access.witness.place} if access.witness is not None else set()
    return frozenset(found)
