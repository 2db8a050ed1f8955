"""Code that runs later than where it stands: generators, partial and decorated functions, closures handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, decorator_names, may_call, may_name
from gatecheck.flow.base import Arguments, Frame
from gatecheck.flow.builtins import Builtins
from gatecheck.flow.inside import holds
from gatecheck.flow.operators import is_callable
from gatecheck.flow.state import State, joined
from gatecheck.flow.tensors import WRAPPING_FUNCTIONS
from gatecheck.flow.values import (
    Bound,
    Drawn,
    External,
    Func,
    Instance,
    ListOf,
    Partial,
    Sym,
    Value,
    lit,
    options,
    union,
)
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Callable

ANY_METHOD = "*"
_FAR = 12
# What makes another stream current, or orders one behind others.
_STREAMS = frozenset({
    "stream", "StreamContext", "set_stream", "wait_stream", "wait_event", "synchronize",
})  # fmt: skip
_DRAWN: frozenset[type] = frozenset({Drawn})
_TRANSPARENT = frozenset({
    "property", "cached_property", "staticmethod", "classmethod", "contextmanager", "asynccontextmanager",
    "abstractmethod", "overload", "override", "wraps", "cache", "lru_cache",
})  # fmt: skip


class Later(Builtins):
    """Functions that are made at one place and run at another."""

    # -- generators ------------------------------------------------------------------------------------------------

    def ev_Comp(self, expr: r.Comp, st: State) -> Value:
        """A generator expression runs when somebody draws from it; only its first iterable is evaluated here."""
        if expr.kind != "generator" or self.building:
            return super().ev_Comp(expr, st)
        first = expr.gens[0]
        source = self.ev(first.iter, st)
        func = self.make_closure(_generator_function(expr, self.frame.info.record.chunk), st, expr.at)
        return Drawn(func, (source,), ())

    def suspended(self, info: FunctionInfo, func: Func, args: Arguments) -> Value | None:
        """A call of a generator function runs nothing of it; None for any other function."""
        if not info.record.generator or self.building or args.rest is not None:
            return None
        return Drawn(func, args.positional, args.keywords)

    def draw(self, value: Drawn, st: State, at: int) -> Value:
        """Run a generator to its end: a list of what it yields."""
        drawn = self.run_generator(value.func, Arguments(value.positional, value.keywords), st, at)
        if isinstance(drawn, ListOf):
            return self.whole(drawn.element, drawn.over)
        return drawn

    def run_generator(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Run the body of a generator function."""
        raise NotImplementedError

    def elements(self, value: Value, st: State, at: int) -> Value:
        """What iterating a value yields."""
        if isinstance(value, Drawn):
            return super().elements(self.draw(value, st, at), st, at)
        return super().elements(value, st, at)

    def arrived(self, args: Arguments, st: State, at: int) -> Arguments:
        """Arguments of a callee that is out of sight: it draws from every generator that it gets."""
        if not any(holds(value, _DRAWN) for value in args.all()):
            return args
        positional = tuple(self._arrived(a, st, at) for a in args.positional)
        keywords = tuple((name, self._arrived(a, st, at)) for name, a in args.keywords)
        return Arguments(positional, keywords, args.rest, args.used)

    def _arrived(self, value: Value, st: State, at: int) -> Value:
        return self.draw(value, st, at) if isinstance(value, Drawn) else value

    # -- partial functions -----------------------------------------------------------------------------------------

    def call_external(self, name: str, args: Arguments, st: State, node: r.Call) -> Value:
        """Call something that no scanned file defines."""
        if name.rsplit(".", 1)[-1] == "partial" and args.positional:
            return Partial(args.positional[0], args.positional[1:], args.keywords)
        if name in WRAPPING_FUNCTIONS:
            # Without a function it waits for one.
            return args.positional[0] if args.positional else External(name)
        if name == "next" and args.positional:
            return self.elements(args.positional[0], st, node.at)
        return super().call_external(name, self.arrived(args, st, node.at), st, node)

    def call_partial(self, value: Partial, args: Arguments, st: State, node: r.Call) -> Value:
        """Call a partial function: its own arguments come first."""
        given = dict(args.keywords)
        keywords = (*((n, v) for n, v in value.keywords if n not in given), *args.keywords)
        merged = Arguments((*value.positional, *args.positional), keywords, args.rest, args.used)
        return self.call_value(value.func, merged, st, node)

    # -- what leaves -----------------------------------------------------------------------------------------------

    def is_runnable(self, value: Value) -> bool:
        """Whether a value is code that whoever gets it can run on what it saw here."""
        if isinstance(value, Func):
            return value.closure >= 0 or isinstance(value.receiver, Instance)
        return isinstance(value, (Partial, Drawn)) or (isinstance(value, Bound) and value.name == ANY_METHOD)

    def run_out_of_sight(self, value: Value, st: State, at: int) -> list[tuple[Value, State]]:
        """Run code that leaves, with unknown arguments, on states of its own: what it returns, and when."""
        if len(self.frames) >= _FAR:
            return []
        ran = []
        for code in self._methods_handed_out(value) if isinstance(value, Bound) else [value]:
            inner = st.copy()
            result = self._run_code(code, inner, at)
            if not inner.ended:
                ran.append((result, inner))
        return ran

    def _run_code(self, code: Value, st: State, at: int) -> Value:
        if isinstance(code, Drawn):
            return self.draw(code, st, at)
        node = r.Call(r.Const(None), (), at)
        if isinstance(code, Partial):
            return self.call_partial(code, Arguments((Sym("argument", (self.place(at),)),)), st, node)
        return self.call_value(code, Arguments(), st, node)

    def _methods_handed_out(self, value: Value) -> list[Func]:
        """The public methods of an object that its owner, who hands them out by name, does not define itself."""
        found = []
        owner = next((f.receiver for f in reversed(self.frames) if isinstance(f.receiver, Instance)), None)
        for holder in options(value.base) if isinstance(value, Bound) else ():
            if not isinstance(holder, Instance) or not isinstance(owner, Instance):
                continue
            cls, above = self.heap[holder.oid].cls, self.heap[owner.oid].cls
            names = {name for key in self.program.classes[cls].mro for name in self.program.classes[key].methods}
            for name in sorted(names):
                method = self.program.method(cls, name)
                if name.startswith("_") or method is None or self.program.method(above, name) is not None:
                    continue
                if name not in self.protocol.register_methods:
                    found.append(Func(method.key, holder))
        return found

    # -- methods by name ---------------------------------------------------------------------------------------------

    def fn_callable(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        """``callable(x)``: an attribute that a ``__getattr__`` looks for by name can be a method or a field."""
        known = {is_callable(o) for value in args.positional[:1] for o in options(value)}
        verdict = known.pop() if len(known) == 1 else None
        return lit(verdict) if verdict is not None else None

    def kind_filter(self, test: r.Call, st: State, *, truth: bool) -> Callable[[Value], bool] | None:
        """For ``callable(x)``, too."""
        if isinstance(test.func, r.Name) and test.func.id == "callable":
            return lambda value: is_callable(value) is not (not truth)
        return super().kind_filter(test, st, truth=truth)

    def call_bound(self, func: Bound, args: Arguments, st: State, node: r.Call) -> Value:
        """Call a method; one that a ``__getattr__`` wraps may be any of those that it hands out."""
        if func.name != ANY_METHOD or self.building or all(f.info.record.name != "__getattr__" for f in self.frames):
            return super().call_bound(func, args, st, node)
        ran = []
        for method in self._methods_handed_out(func):
            inner = st.copy()
            result = self.call_function(method, args, inner, node.at)
            if not inner.ended:
                ran.append((result, inner))
        if not ran:
            return super().call_bound(func, args, st, node)
        results, after = joined(ran)
        st.become(after)
        return union(*results)

    # -- decorators ------------------------------------------------------------------------------------------------

    def decorated(self, info: FunctionInfo) -> Value | None:
        """What decorators of the program make of a function; None where none can wait, change streams or select."""
        if info.key not in self._decorated:
            self._decorated[info.key] = None
            self._decorated[info.key] = self._decorate(info)
        return self._decorated[info.key]

    def _decorate(self, info: FunctionInfo) -> Value | None:
        chosen = [d for d in info.record.decorators if self._prepares(info, d)]
        value: Value = Func(info.key, None, -1, bare=True)
        for decorator in reversed(chosen):
            value = self._applied(decorator, info, value)
        return value if chosen else None

    def _prepares(self, info: FunctionInfo, decorator: r.Expr) -> bool:
        name = decorator.func if isinstance(decorator, r.Call) else decorator
        if isinstance(name, r.Name) and name.id not in _TRANSPARENT:
            found = self.global_value(info.path, name.id)
            if isinstance(found, Func):
                info = self.program.functions[found.key]
                return self.may_prepare(info) or bool(may_call(info.record, _STREAMS))
        return False

    def bound_to_first(self, func: Func, args: Arguments) -> tuple[Func, Arguments]:
        """A method taken from its class and called with an object is a method of that object."""
        owner = self.program.functions[func.key].owner
        first = args.positional[0] if args.positional else None
        if func.receiver is not None or func.closure >= 0 or owner is None or not isinstance(first, Instance):
            return func, args
        if not self.program.is_a(self.heap[first.oid].cls, owner) or self._is_static(func):
            return func, args
        bound = msgspec.structs.replace(func, receiver=first)
        return bound, Arguments(args.positional[1:], args.keywords, args.rest, args.used)

    def _is_static(self, func: Func) -> bool:
        return "staticmethod" in decorator_names(self.program.functions[func.key].record)

    def call_decorated(self, wrapped: Value, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Call what the decorators made of a method, with its object in front."""
        before = (func.receiver,) if func.receiver is not None else ()
        given = Arguments((*before, *args.positional), args.keywords, args.rest, args.used)
        return self.call_value(wrapped, given, st, r.Call(r.Const(None), (), at))

    def may_prepare(self, info: FunctionInfo) -> bool:
        """Whether a function waits or selects a consumer, or calls something of the program that does."""
        arms = self.protocol.arm_methods
        near = self._names_near(self.protocol.wait_methods | arms)
        return bool(may_call(info.record, near)) or may_name(info.record, arms)

    def waits_by_name(self, called: str) -> bool:
        """Whether what is called by this name waits, as far as texts show."""
        return called in self._names_near(self.protocol.wait_methods)

    def _names_near(self, words: frozenset[str]) -> frozenset[str]:
        """Some methods, and the functions that call one, by name."""
        if words not in self._near:
            calling = {i.record.name for i in self.program.having(words) if called_of(i.record, words)}
            self._near[words] = frozenset(calling | words)
        return self._near[words]

    def _applied(self, decorator: r.Expr, info: FunctionInfo, func: Value) -> Value:
        """The value of ``decorator(func)``, evaluated where the function is defined."""
        held, self.frames = self.frames, [Frame(self._module_frame(info), None, None)]
        was, self.building = self.building, True
        try:
            st = State()
            made = self.ev(decorator, st)
            return self.call_value(made, Arguments((func,)), st, r.Call(r.Const(None), (), 0))
        finally:
            self.building = was
            self.frames = held

    def _module_frame(self, info: FunctionInfo) -> FunctionInfo:
        """A frame in which only the names of the function's module are seen."""
        record = r.Function("<module>", (), (), None, (), False, info.record.chunk, info.record.at)
        return FunctionInfo(info.key, info.path, info.symbol, record, info.owner)


def _generator_function(expr: r.Comp, chunk: int) -> r.Function:
    """A generator expression as the function that Python makes of it; its argument is the first iterable."""
    source = "<source>"
    body: tuple[r.Stmt, ...] = (r.ExprStmt(r.Yield(expr.value, False, expr.at), expr.at),)
    for position, gen in reversed(list(enumerate(expr.gens))):
        for test in reversed(gen.tests):
            body = (r.If(test, body, (), expr.at),)
        over = gen.iter if position else r.Name(source, expr.at)
        body = (r.For(gen.target, over, body, (), expr.at),)
    params = (r.Param(source, "positional", None, None),)
    return r.Function("<genexpr>", params, (), None, body, True, chunk, expr.at)
