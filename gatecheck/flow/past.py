"""Who wraps a worker, and runs its model past the entry that selects the consumer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, is_name, walk
from gatecheck.program.loops import loops_of
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Place
    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origin, Origins

_DEPTH = 3


class PastWorkers:
    """Answers for one program.

    ``workers`` are the classes that select a consumer, and their heirs; ``entries`` the names of their methods that do;
    ``runs`` the methods by which the model is run, each with the attribute of a worker that holds their object.
    """

    def __init__(
        self, origins: Origins, workers: AbstractSet[str], entries: frozenset[str], runs: frozenset[tuple[str, str]]
    ) -> None:
        self._origins = origins
        self._program = origins.program
        self._workers, self._entries = workers, entries
        self._holders = frozenset(holder for holder, _ in runs)
        self._runs = frozenset(method for _, method in runs)

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
        is_held = isinstance(expr, r.Attr) and expr.name in self._holders
        if is_held and isinstance(expr, r.Attr) and self._is_worker(expr.value, info, quiet_words, _DEPTH):
            return True
        found = self._origins.of(expr, info)
        return any(self._belongs(value, owner, quiet_words, depth - 1) for value, owner in found)

    def _is_worker(self, expr: r.Expr, info: FunctionInfo, quiet_words: tuple[str, ...], depth: int) -> bool:
        """Whether an object is a worker by its class, or by whatever it can be: none of that is a draft, or unknown."""
        if depth == 0 or is_quiet(_text(expr), quiet_words):
            return False
        if any(c.key in self._workers for c in self._origins.classes(expr, info)):
            return True
        if _is_own(expr, info) or isinstance(expr, r.Attr):
            return False
        found = list(_ways(expr, info) or self._origins.of(expr, info))
        return bool(found) and all(self._is_worker(one, owner, quiet_words, depth - 1) for one, owner in found)


def _is_own(expr: r.Expr, info: FunctionInfo) -> bool:
    """Whether an expression is the object itself."""
    params = info.record.params
    return info.owner is not None and bool(params) and is_name(expr, params[0].name)


def _ways(expr: r.Expr, info: FunctionInfo) -> list[Origin]:
    """What an expression is one of: both sides of a choice, or what a loop runs over, which speaks for its items."""
    if isinstance(expr, r.Cond):
        return [(expr.then, info), (expr.orelse, info)]
    if isinstance(expr, r.Seq):
        return [(item, info) for item in expr.items]
    loops = loops_of(expr, info.record) if isinstance(expr, r.Name) else ()
    return [(source, info) for target, over in loops if (source := _drawn(expr, target, over)) is not None]


def _drawn(name: r.Expr, target: r.Expr, over: r.Expr) -> r.Expr | None:
    """What the values of a variable of a loop are drawn from: one of several collections by its place."""
    if not isinstance(target, r.Seq) or not isinstance(name, r.Name):
        return over
    place = next((n for n, item in enumerate(target.items) if is_name(item, name.id)), None)
    if place is None or not isinstance(over, r.Call) or any(arg.stars for arg in over.args):
        return None
    if called_name(over) == "enumerate":
        return over.args[0].value if place == 1 and over.args else None
    return over.args[place].value if called_name(over) == "zip" and place < len(over.args) else None


def _text(expr: r.Expr) -> str:
    """The names in an expression."""
    names = (
        node.id if isinstance(node, r.Name) else node.name for node in walk(expr) if isinstance(node, (r.Name, r.Attr))
    )
    return " ".join(names)
