"""Functions that Python itself calls for whoever hands them over: for each element, for a key, or in another thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments
from gatecheck.flow.later import Later
from gatecheck.flow.state import joined
from gatecheck.flow.values import NONE, Drawn, External, Func, Partial, Seq, Sym, Value, union

if TYPE_CHECKING:
    from gatecheck.flow.state import State

_MAPPING = frozenset({"map", "itertools.starmap"})
_CHOOSING = frozenset({"filter", "itertools.filterfalse", "itertools.takewhile", "itertools.dropwhile"})
_ORDERING = frozenset({"sorted", "min", "max"})
# Ways into another thread or a later turn: the function, then its arguments; the function, then what it is mapped over.
_PASSING_ON = frozenset({
    "submit", "run_in_executor", "to_thread", "call_soon", "call_soon_threadsafe", "apply_async", "Thread",
})  # fmt: skip
_EACH = frozenset({"map", "imap", "imap_unordered", "map_async"})
_FUNCTION, _ZIP = "<function>", "<zip>"


class Callbacks(Later):
    """Calls by which somebody else calls a function."""

    def call_external(self, name: str, args: Arguments, st: State, node: r.Call) -> Value:
        """Call something that no scanned file defines."""
        mapped = len(args.positional) > 1 and args.rest is None
        if self.building and name in _MAPPING and mapped:
            return self.draw(self._in_turn(name, args, st, node.at), st, node.at)
        if self.building or not args.positional:
            return super().call_external(name, args, st, node)
        if (name in _MAPPING or name in _CHOOSING) and mapped:
            return self._in_turn(name, args, st, node.at)
        key = next((value for given, value in args.keywords if given == "key"), NONE)
        if name in _ORDERING and key != NONE:
            return self._ordered(name, key, args, st, node)
        if name.rpartition(".")[2] == "reduce" and len(args.positional) > 1:
            return self._reduced(args, st, node)
        return super().call_external(name, args, st, node)

    def _in_turn(self, name: str, args: Arguments, st: State, at: int) -> Drawn:
        """``map`` and its kin: nothing runs before somebody draws from what they give."""
        function, *sources = args.positional
        chunk = self.frame.info.record.chunk
        made = _choice(chunk, at) if name in _CHOOSING else _mapping(len(sources), chunk, at, spread=name != "map")
        if name in _CHOOSING and function == NONE:
            function = External("bool")
        return Drawn(self.make_closure(made, st, at), (function, External("zip"), *sources), ())

    def _ordered(self, name: str, key: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """What is put in order, or is the first or last in it: the key of each is computed and compared."""
        args = self.arrived(args, st, node.at)
        several = len(args.positional) > 1
        element = union(*args.positional) if several else self.elements(args.positional[0], st, node.at)
        self.consume(self._perhaps(key, (element,), st, node), st, node.at)
        if name == "sorted" or self.holds_data(element):
            return args.positional[0] if name == "sorted" else element
        return Sym(name, args.positional)

    def _sorted_in_place(self, base: Value, args: Arguments, st: State, at: int) -> Value | None:
        """``base.sort(key=...)``; None where there is no key."""
        key = next((value for given, value in args.keywords if given == "key"), NONE)
        if key == NONE:
            return None
        element = self.elements(base, st, at)
        self.consume(self._perhaps(key, (element,), st, r.Call(r.Const(None), (), at)), st, at)
        return NONE

    def _reduced(self, args: Arguments, st: State, node: r.Call) -> Value:
        """What a function makes of the elements, one after the other."""
        function, source, *first = self.arrived(args, st, node.at).positional
        element = self.elements(source, st, node.at)
        return self._perhaps(function, (*(first or (element,)), element), st, node)

    def _perhaps(self, function: Value, given: tuple[Value, ...], st: State, node: r.Call) -> Value:
        """Call a function for each of perhaps no elements: nothing holds behind it that did not hold before."""
        inner = st.copy()
        value = self.call_value(function, Arguments(given), inner, node)
        _, after = joined([(NONE, st.copy()), (NONE, inner)] if not inner.ended else [(NONE, st.copy())])
        st.become(after)
        return value

    def run_elsewhere(self, func: Value, args: Arguments, st: State, at: int) -> Value | None:
        """Hand a function to a thread that calls it with what is given beside it; None for any other call."""
        name = _last_name(func)
        if not self.building and name == "sort" and isinstance(func, Sym) and func.op == "attr":
            return self._sorted_in_place(func.args[0], args, st, at)  # type: ignore[arg-type]
        if self.building or not (name in _PASSING_ON or name in _EACH):
            return None
        code, given = _handed_over(name, args)
        if code is None or not self.is_runnable(code):
            return None
        if name in _EACH:
            given = tuple(self.elements(one, st, at) for one in given)
        inner = st.copy()
        value = self.call_value(code, Arguments(given), inner, r.Call(r.Const(None), (), at))
        if not args.used or not self.holds_data(value):
            return self.unknown("call", at)
        return self.take(Seq((value,)), st, at, "handed")


def _handed_over(name: str, args: Arguments) -> tuple[Value | None, tuple[Value, ...]]:
    """The function that a call hands over, and what is given beside it."""
    keywords = dict(args.keywords)
    packed = keywords.get("args", Seq(()))
    if "target" in keywords:
        return keywords["target"], packed.items if isinstance(packed, Seq) else ()
    place = next((n for n, value in enumerate(args.positional) if isinstance(value, (Func, Partial))), None)
    if place is None:
        return None, ()
    given = args.positional[place + 1 :]
    if name == "apply_async":
        return args.positional[place], given[0].items if given and isinstance(given[0], Seq) else ()
    return args.positional[place], given


def _last_name(func: Value) -> str:
    """The last word of what an unknown callee is called."""
    if isinstance(func, External):
        return func.name.rpartition(".")[2]
    return str(func.args[-1]) if isinstance(func, Sym) and func.op in {"attr", "method"} else ""


def _mapping(count: int, chunk: int, at: int, *, spread: bool) -> r.Function:
    """A generator that calls a function with an element of each source, or with what one element holds."""
    sources = [f"<source{n}>" for n in range(count)]
    items = [f"<item{n}>" for n in range(count)]
    given = tuple(r.Arg(r.Name(item, at), None, int(spread)) for item in items)
    body = (r.ExprStmt(r.Yield(r.Call(r.Name(_FUNCTION, at), given, at), False, at), at),)
    target: r.Expr = r.Name(items[0], at)
    source: r.Expr = r.Name(sources[0], at)
    if count > 1:
        target = r.Seq("tuple", tuple(r.Name(item, at) for item in items))
        source = r.Call(r.Name(_ZIP, at), tuple(r.Arg(r.Name(one, at), None, 0) for one in sources), at)
    return _generator(sources, r.For(target, source, body, (), at), chunk, at)


def _choice(chunk: int, at: int) -> r.Function:
    """A generator that asks a function of each element whether it is one of those that are wanted."""
    item = r.Name("<item0>", at)
    test = r.Call(r.Name(_FUNCTION, at), (r.Arg(item, None, 0),), at)
    wanted = r.If(test, (r.ExprStmt(r.Yield(item, False, at), at),), (), at)
    return _generator(["<source0>"], r.For(item, r.Name("<source0>", at), (wanted,), (), at), chunk, at)


def _generator(sources: list[str], loop: r.For, chunk: int, at: int) -> r.Function:
    params = tuple(r.Param(name, "positional", None, None) for name in (_FUNCTION, _ZIP, *sources))
    return r.Function("<mapped>", params, (), None, (loop,), True, chunk, at)
