"""How a method of an object is run: by a call, through a variable that holds it, or by a thread that it is given to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, last_name, names_of, own_attribute, walk, walk_all
from gatecheck.flow.setters import is_property
from gatecheck.flow.taken import function_of
from gatecheck.program.link import Program
from gatecheck.program.origins import passed
from gatecheck.program.quiet import is_quiet
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Place
    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.origins import Origin

FORWARD = "forward"
"""The method by which torch runs a model."""
# What runs the function that it is given. Source: asyncio, anyio, concurrent.futures, multiprocessing.pool, threading.
RUNNERS = frozenset({"to_thread", "run_sync", "run_in_executor", "submit", "apply_async", "Thread", "start_soon"})
_DEPTH = 4
HeldMethod = tuple[str, str]


def runs_of(node: r.Call, record: r.Function) -> set[HeldMethod]:
    """The methods that a call runs, or has run, each with the attribute that holds its object."""
    found = _held(node.func, record, _DEPTH)
    if called_name(node) in RUNNERS:
        for arg in node.args:
            found |= _held(function_of(arg.value), record, _DEPTH)
    return found


def _held(expr: r.Expr, record: r.Function, depth: int) -> set[HeldMethod]:
    if depth == 0:
        return set()
    if isinstance(expr, r.Attr):
        return {(holder, expr.name) for holder in _holders(expr.value, record)}
    if isinstance(expr, r.Name):
        return {pair for value in reaching(record, expr) for pair in _held(function_of(value), record, depth - 1)}
    if isinstance(expr, r.Cond):
        return _held(expr.then, record, depth - 1) | _held(expr.orelse, record, depth - 1)
    return set()


def _holders(expr: r.Expr, record: r.Function) -> set[str]:
    """The attributes that an object is taken from, at once or by way of a variable."""
    if isinstance(expr, r.Attr):
        return {expr.name}
    values = reaching(record, expr) if isinstance(expr, r.Name) else ()
    return {value.name for value in values if isinstance(value, r.Attr)}


class Lending(msgspec.Struct, frozen=True):
    """What functions run on what they are given, or a property hands out, of their object's own.

    What goes by the name of a draft runs on a draft.
    """

    program: Program
    methods: frozenset[str]
    quiet_words: tuple[str, ...]

    def runs_of(self, node: r.Call, info: FunctionInfo, calls: Sequence[Place]) -> set[HeldMethod]:
        """The methods that a call runs, each with the attribute of its object; ``calls`` led to the function."""
        func, name = function_of(node.func), called_name(node)
        if not isinstance(func, r.Attr) or not name.startswith(tuple(self.methods)):
            return set()
        return {(holder, name) for holder in self._taken(func.value, info, calls[-_DEPTH:], _DEPTH)}

    def _taken(self, expr: r.Expr, info: FunctionInfo, calls: Sequence[Place], depth: int) -> set[str]:
        """The attributes of their own object that the functions on the way took a value from, and passed it on."""
        values = reaching(info.record, expr) if isinstance(expr, r.Name) else ()
        if depth == 0 or is_quiet(f"{info.symbol} {last_name(expr)}", self.quiet_words):
            return set()
        if values:
            return {held for value in values for held in self._taken(value, info, calls, depth - 1)}
        if isinstance(expr, r.Name):
            given = self._given(expr.id, info, calls)
            return {held for value, by in given for held in self._taken(value, by, calls[:-1], depth - 1)}
        name = own_attribute(expr, info.record)
        return {name, *self._handed_out(name, info)} if name is not None else set()

    def _given(self, name: str, info: FunctionInfo, calls: Sequence[Place]) -> Iterator[Origin]:
        """What the last of some calls, which entered a function, has passed for its parameter, and who has made it."""
        caller = self.program.functions.get(calls[-1][0]) if calls else None
        if caller is None or all(param.name != name for param in info.record.params):
            return
        for node in self.program.body(caller).calls:
            if node.at == calls[-1][1] and called_name(node) == info.record.name:
                yield from ((value, caller) for value in passed(info, node, name))

    def _handed_out(self, name: str, info: FunctionInfo) -> set[str]:
        """The attributes of its own object that a property hands out."""
        method = self.program.method(info.owner, name) if info.owner is not None else None
        if method is None or not is_property(method.record):
            return set()
        returned = (node.value for node in self.program.body(method).returns)
        return {held for value in returned if (held := own_attribute(value, method.record)) is not None}


def armed_run(record: r.Function, arming: AbstractSet[str]) -> HeldMethod | None:
    """How a method that selects a consumer runs the model: the first call on an attribute of its own behind that.

    Unless that call goes on with what torch's own way to run a model has made before: the consumer comes too late.
    """
    seen = False
    before: list[r.Call] = []
    for node in walk_all(record.body):
        if not (isinstance(node, r.Call) and isinstance(node.func, r.Attr)):
            continue
        holder = own_attribute(node.func.value, record) if node.args else None
        if node.func.name in arming:
            seen = True
        elif holder is not None and seen:
            return _gone_on_with(node, before, record) or (holder, node.func.name)
        elif holder is not None and node.func.name == FORWARD:
            before.append(node)
    return None


def _gone_on_with(node: r.Call, before: list[r.Call], record: r.Function) -> HeldMethod | None:
    """The run of the model with whose result a call goes on, or on whose object it is made."""
    holder = own_attribute(getattr(node.func, "value", None), record)
    if called_name(node).startswith(FORWARD):
        return None
    given = [part for arg in node.args for part in walk(arg.value)]
    for run in before:
        ran = own_attribute(getattr(run.func, "value", None), record) or ""
        made = _made_of(run, record)
        if ran == holder or any(part is run or (isinstance(part, r.Name) and part.id in made) for part in given):
            return (ran, FORWARD)
    return None


def _made_of(call: r.Call, record: r.Function) -> set[str]:
    """The variables that are given the result of a call, or something that is made of it."""
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None:
            parts = walk(node.value)
            if any(part is call or (isinstance(part, r.Name) and part.id in found) for part in parts):
                found |= {name for target in node.targets for name in names_of(target)}
    return found
