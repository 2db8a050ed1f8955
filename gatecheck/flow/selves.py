"""On objects of which classes a method outside the pools is walked: its own, and heirs that fill in what it calls.

A base class that waits and then calls a method of its own, which its heirs implement, is seen to lead there only on an
object of such an heir.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import attrs_of, own_attribute, walk_all
from gatecheck.flow.fillings import Fillings, comes_to
from gatecheck.program.keepers import asks_by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gatecheck.program.link import FunctionInfo, Program


class Selves:
    """Answers for one program, and learns from the methods whose callers are walked."""

    def __init__(self, program: Program, can_wait: Callable[[str], bool]) -> None:
        self._program = program
        self._fillings = Fillings(program, can_wait)
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, info: FunctionInfo) -> tuple[str | None, ...]:
        """The classes of the objects on which a function is walked; None for one that is no method."""
        if info.owner is None:
            return (None,)
        return self._known.get(info.key) or self._fillings.objects(info)

    def learn(self, caller: FunctionInfo, about: Iterable[FunctionInfo]) -> bool:
        """Heed what a caller calls on its own object of ``about``; whether it is to be walked on further objects."""
        if caller.owner is None:
            return False
        known = self._known.get(caller.key) or self._fillings.objects(caller)
        named = (method for method in about if method.owner is not None and self._asks_itself_for(caller, method))
        found = {cls for method in named for cls in self._objects_of_both(caller, method)}
        self._known[caller.key] = (*known, *sorted(found.difference(known)))
        return not found <= set(known)

    def _objects_of_both(self, caller: FunctionInfo, method: FunctionInfo) -> Iterable[str]:
        """One class for each on which a method is walked, whose objects have it and, further up, the caller."""
        for cls in self.of(method):
            if cls is None or caller.owner is None or self._program.is_a(caller.owner, cls):
                continue
            heirs = self._program.heirs
            able = [cls] if self._program.is_a(cls, caller.owner) else sorted(heirs[cls] & heirs[caller.owner])
            yield from [each for each in able if self._has(each, method) and comes_to(self._program, each, caller)][:1]

    def _has(self, cls: str, method: FunctionInfo) -> bool:
        return self._program.method(cls, method.record.name) is method

    def _asks_itself_for(self, caller: FunctionInfo, method: FunctionInfo) -> bool:
        """Whether a method names another one of its own object, or what its objects keep that one in."""
        kept = (keeper.name for keeper in self._program.keepers.of(method) if keeper.owner is not None)
        names = frozenset({method.record.name, *kept})
        nodes = walk_all(caller.record.body) if attrs_of(caller.record, names) else ()
        return any(own_attribute(node, caller.record) in names for node in nodes) or asks_by_name(caller.record, names)
