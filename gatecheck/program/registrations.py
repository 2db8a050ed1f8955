"""Where counters are registered: with what, and which counter; and what a function calls on the way."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk, walk_all
from gatecheck.program.link import FunctionInfo
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol

_FAR = 3


class Registration(msgspec.Struct, frozen=True):
    """A call that registers ``counter`` with ``pool``, an object of one of these classes; none where not known.

    ``for_draft`` says that a name calls it a draft's, where none says so of the counter: it is no pool of the target.
    """

    info: FunctionInfo
    at: int
    pool: r.Expr
    classes: tuple[str, ...]
    counter: r.Expr | None
    for_draft: bool = False


class Registrations:
    """Answers for one program."""

    def __init__(self, origins: Origins, protocol: Protocol, quiet_words: tuple[str, ...] = ()) -> None:
        self._program = origins.program
        self._protocol = protocol
        self._origins = origins
        self._quiet = quiet_words

    def all(self) -> list[Registration]:
        """Every registration of a counter, but those of methods that hand theirs on."""
        words = self._protocol.register_methods
        infos = (i for i in self._program.having(words) if called_of(i.record, words) and i.record.name not in words)
        return [found for info in infos for found in self._of(info)]

    def _of(self, info: FunctionInfo) -> Iterator[Registration]:
        for node in walk_all(info.record.body):
            if isinstance(node, r.Call) and called_name(node) in self._protocol.register_methods:
                nothing = bool(node.args) and node.args[0].value == r.Const(None)
                if isinstance(node.func, r.Attr) and not nothing:
                    pool, counter = node.func.value, node.args[0].value if node.args else None
                    for_draft = self.says_draft(pool) and not self._is_of_draft(counter, info)
                    yield Registration(info, node.at, pool, self._classes(pool, info, _FAR), counter, for_draft)

    def says_draft(self, expr: r.Expr) -> bool:
        """Whether a name in an expression says that something is a draft's, which runs behind its target."""
        said = (n.id if isinstance(n, r.Name) else n.name for n in walk(expr) if isinstance(n, (r.Name, r.Attr)))
        return any(is_quiet(name, self._quiet) for name in said)

    def _is_of_draft(self, counter: r.Expr | None, info: FunctionInfo) -> bool:
        return is_quiet(info.symbol, self._quiet) or (counter is not None and self.says_draft(counter))

    def _classes(self, expr: r.Expr, info: FunctionInfo, depth: int) -> tuple[str, ...]:
        """The classes of a value, by way of the callers for a parameter; none where one of them is not known."""
        known = tuple(cls.key for cls in self._origins.classes(expr, info))
        if known or not depth or not isinstance(expr, r.Name):
            return known
        given = [self._classes(value, owner, depth - 1) for value, owner in self._origins.of(expr, info)]
        return tuple(key for keys in given for key in keys) if all(given) else ()

    def tree(self, info: FunctionInfo) -> dict[str, None]:
        """A function and what it calls, by key, as far as that is known."""
        found = {info.key: None}
        queue = deque([(info, _FAR)])
        while queue:
            caller, depth = queue.popleft()
            for node in walk_all(caller.record.body) if depth else ():
                for callee in self._origins.entered(caller, node) if isinstance(node, r.Call) else ():
                    if callee.key not in found:
                        found[callee.key] = None
                        queue.append((callee, depth - 1))
        return found
