"""Who wraps a worker, and runs its model past the entry that selects the consumer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Place
    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins

_DEPTH = 3


class PastWorkers:
    """Answers for one program.

    ``workers`` are the classes that select a consumer, and their heirs; ``entries`` the names of their methods that do;
    ``runs`` the methods by which the model is run.
    """

    def __init__(
        self, origins: Origins, workers: AbstractSet[str], entries: frozenset[str], runs: frozenset[str]
    ) -> None:
        self._origins = origins
        self._program = origins.program
        self._workers, self._entries, self._runs = workers, entries, runs

    def wrapping(self, quiet_words: tuple[str, ...]) -> Iterator[tuple[ClassInfo, FunctionInfo, frozenset[Place]]]:
        """The classes with an entry of a worker's name that are none, that entry, and where a worker's model is run.

        What goes by a draft's name runs on a draft.
        """
        owners = {i.owner for i in self._program.having(self._entries) if i.record.name in self._entries}
        for key in sorted(owner for owner in owners if owner is not None and owner not in self._workers):
            cls = self._program.classes[key]
            places = frozenset(self._run_in(cls, quiet_words)) if not is_quiet(cls.name, quiet_words) else frozenset()
            for name in sorted(self._entries & cls.methods.keys()) if places else ():
                yield cls, cls.methods[name], places

    def _run_in(self, cls: ClassInfo, quiet_words: tuple[str, ...]) -> Iterator[Place]:
        """Where the methods of a class run something that belongs to a worker."""
        methods = (method for method in cls.methods.values() if called_of(method.record, self._runs))
        for info, node in ((method, node) for method in methods for node in self._program.body(method).calls):
            func = node.func
            is_run = isinstance(func, r.Attr) and func.name in self._runs
            if is_run and isinstance(func, r.Attr) and self._belongs(func.value, info, quiet_words, _DEPTH):
                yield info.key, node.at

    def _belongs(self, expr: r.Expr, info: FunctionInfo, quiet_words: tuple[str, ...], depth: int) -> bool:
        """Whether an object is taken out of an attribute of a worker."""
        if depth == 0 or is_quiet(_text(expr), quiet_words):
            return False
        if isinstance(expr, r.Attr) and any(c.key in self._workers for c in self._origins.classes(expr.value, info)):
            return True
        found = self._origins.of(expr, info)
        return any(self._belongs(value, owner, quiet_words, depth - 1) for value, owner in found)


def _text(expr: r.Expr) -> str:
    """The names in an expression."""
    names = (
        node.id if isinstance(node, r.Name) else node.name for node in walk(expr) if isinstance(node, (r.Name, r.Attr))
    )
    return " ".join(names)
