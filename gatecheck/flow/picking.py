"""Which pools a value outside stands for, where its declaration allows many: those that have what the code names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_quote
from gatecheck.facts.visit import attrs_of, called_of, walk_all
from gatecheck.flow.inferring import OUTSIDE, Inferring

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo

_MAX_POOLS = 3
_MAX_CHOICES = 6
_BY_NAME = frozenset({"getattr", "hasattr"})


class Picking(Inferring):
    """Picks pools by the names in the function that is walked."""

    choice = 0
    # What leads to a buffer, and what the functions name of it whose callers are walked.
    leading: frozenset[str] = frozenset()
    asked_about: frozenset[str] = frozenset()
    names_buffers = False
    # What the function that is walked names of it, the buffers among these or those that it is asked about, the pools
    # that hold a managed buffer, themselves or in a pool that they own, and a number for each set of names.
    _telling: frozenset[str] = frozenset()
    _wanted: frozenset[str] = frozenset()
    _holding: frozenset[int] = frozenset()
    _wishes: dict[frozenset[str], int]

    def prepare_picking(self, holders: AbstractSet[int]) -> None:
        """Learn which objects hold a managed buffer; begin with no names."""
        self._holding = frozenset(self.heap.root_of(oid) for oid in holders) | holders
        self._wishes = {frozenset(): 0}

    def pick_for(self, info: FunctionInfo) -> None:
        """From here on pools are picked for a function."""
        own, asked = self.leading_names([info]), self.asked_about
        buffers = {name for _, name in self.managed_buffers}
        self._telling = own if own or not asked.isdisjoint(buffers) else asked
        self._wanted, self.names_buffers = (own & buffers) or (asked & buffers), not own.isdisjoint(buffers)
        self.choice, self.choices = 0, 1

    def pick_for_nobody(self) -> None:
        """From here on the first pool is as good as any."""
        self._wanted, self._telling, self.names_buffers = frozenset(), frozenset(), False

    def leading_names(self, functions: Iterable[FunctionInfo]) -> frozenset[str]:
        """What some functions name of that which leads to a managed buffer, and the buffers themselves."""
        return frozenset().union(*(_named(info.record, self.leading) for info in functions))

    def chosen(self, oids: list[int]) -> int:
        """One of the pools that a value can be: each is walked by itself, since each is waited for in its own way.

        Those come first that have the buffers which the function names; for one that names none the first does, of
        those that have the buffers of the functions which it is asked about.
        """
        picked = self._picked(oids)
        self.choices = max(self.choices, len(picked))
        return picked[min(self.choice, len(picked) - 1)]

    def _picked(self, oids: list[int]) -> list[int]:
        """The pools that are walked: behind the first ones those that have names which these have not."""
        if self._wanted:
            oids = sorted(oids, key=lambda oid: -sum((oid, name) in self.managed_buffers for name in self._wanted))
        picked = oids[: _MAX_POOLS if self.names_buffers else 1]
        left = {name for name in self._telling if not any(self.offers(oid, name) for oid in picked)}
        while left and len(picked) < _MAX_CHOICES:
            ranked = {oid: self._rank(oid, left) for oid in oids}
            best = max(oids, key=ranked.__getitem__)
            if not ranked[best][0]:
                break
            picked.append(best)
            left = {name for name in left if not self.offers(best, name)}
        return picked

    def _rank(self, oid: int, names: set[str]) -> tuple[int, bool, int]:
        """How much speaks for a pool: the names it has, that loads write into it, the names its own class gives it."""
        own = self.program.classes[self.heap[oid].cls].methods.keys()
        return sum(self.offers(oid, name) for name in names), oid in self._holding, len(names & own)

    def offers(self, oid: int, name: str) -> bool:
        """Whether an object has something of this name."""
        return name in self.heap[oid].attrs or self.program.method(self.heap[oid].cls, name) is not None

    def has_wanted(self, oid: int) -> bool:
        """Whether an object has a buffer that is looked for."""
        return any((oid, name) in self.managed_buffers for name in self._wanted)

    def site(self) -> tuple[str, int]:
        """Where objects that nobody built here are made: one of each class for each choice among the pools."""
        wish = self._wanted | self._telling
        return (OUTSIDE, self.choice + _MAX_CHOICES * self._wishes.setdefault(wish, len(self._wishes)))


def _named(record: r.Function, words: frozenset[str]) -> AbstractSet[str]:
    """Which of these attributes a function names, in ``getattr`` and its like, too."""
    if not (can_quote(record, words) and called_of(record, _BY_NAME)):
        return attrs_of(record, words)
    quoted = {node.value for node in walk_all(record.body) if isinstance(node, r.Const)}
    return attrs_of(record, words) | (words & quoted)
