"""What an unknown is of which a method is asked for: the object that a helper gives, or that a factory has made.

Most calls outside are passed over, since they can neither read nor wait. Whose method runs is then open where a helper
or a property picks the object, or where a function made what an attribute holds. That is looked for where it counts
only: where the method has the name of one whose callers are sought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, attrs_of, called_name
from gatecheck.flow.base import Arguments
from gatecheck.flow.displays import displayed, items_of
from gatecheck.flow.handing import GROWING
from gatecheck.flow.holding import spelled_out
from gatecheck.flow.inferring import OUTSIDE
from gatecheck.flow.outside import OutsideWalker
from gatecheck.flow.state import State, Wait, guarded
from gatecheck.flow.values import NONE, Func, Instance, ListOf, Named, Seq, Sym, Value, options, parts, union

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.bodies import Body
    from gatecheck.program.link import FunctionInfo

# How many helpers may stand one behind the other.
_HELPERS = 3
_COPIES = frozenset({"dict", "list", "tuple"})


class Revealing(OutsideWalker):
    """Looks behind calls that were passed over."""

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Any call; on an object that was picked where nothing is loading, nothing is loading in it."""
        receiver = func.receiver
        if not isinstance(receiver, Instance) or receiver.index is not None or not receiver.behind:
            return super().call_function(func, args, st, at)
        waits = frozenset(one for one in receiver.behind if isinstance(one, Wait)) - st.must
        st.must |= waits
        plain = msgspec.structs.replace(func, receiver=Instance(receiver.oid))
        found = super().call_function(plain, args, st, at)
        st.must -= waits
        return guarded(found, waits)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """What an object holds does not depend on where it was picked."""
        plain = Instance(value.oid) if value.index is None and value.behind else value
        return super().load_missing(plain, name, st, at)

    def revealed(self, value: Value, st: State, at: int, depth: int = _HELPERS) -> Value:
        """What an unknown turns out to be, as far as the functions that give it show; else the unknown itself."""
        if not isinstance(value, Sym) or depth == 0:
            return value
        found = self._given_by(value, st, at, depth)
        if found is None or found == value:
            return value
        shown = [self.revealed(one, st, at, depth - 1) for one in options(found) if one != NONE]
        return union(*shown) if shown else value

    def _given_by(self, value: Sym, st: State, at: int, depth: int) -> Value | None:
        first = value.args[0] if value.args else None
        if value.op == "attr" and isinstance(first, Instance) and self._is_handed_in(first):
            return self._put_in(first, str(value.args[1]))
        if value.op == "call" and isinstance(first, Sym) and first.op == "unfollowed":
            return self._given_back(first, Arguments(*value.args[1:]), st, at)  # type: ignore[arg-type]
        if value.op == "call" and isinstance(first, Sym) and first.op == "attr" and first.args[1] == "items":
            held = self.revealed(first.args[0], st, at, depth - 1)  # type: ignore[arg-type]
            known = isinstance(held, (ListOf, Named))
            return self.container_method(held, "items", Arguments(), st, at) if known else None  # type: ignore[arg-type]
        if value.op in {"item", "elem"} and isinstance(first, (Sym, Instance)):
            return self._element_shown(first, value, st, at, depth)
        return None

    def _element_shown(self, taken_from: Value, taken: Sym, st: State, at: int, depth: int) -> Value | None:
        """An element of a container; one that is annotated with the class of its elements stands for each of them."""
        shown = self.revealed(taken_from, st, at, depth - 1)
        if isinstance(shown, Instance):
            return shown if self._is_handed_in(shown) else None
        if not isinstance(shown, (ListOf, Seq, Named)):
            return None
        index = taken.args[1] if taken.op == "item" else None
        return self.subscript(shown, index, st, at) if index is not None else self.contents(shown, st, at)  # type: ignore[arg-type]

    def _is_handed_in(self, value: Instance) -> bool:
        return self.heap[value.oid].site[0] == OUTSIDE

    def _given_back(self, passed_over: Sym, args: Arguments, st: State, at: int) -> Value | None:
        """What a function returns that was passed over: nothing that it does counts but that."""
        key, receiver = passed_over.args
        reads, self.reads = self.reads, []
        followed, self.followed = self.followed, self.followed | {str(key)}
        try:
            found = self.call_function(Func(str(key), receiver), args, st.copy(), at)  # type: ignore[arg-type]
        finally:
            self.reads, self.followed = reads, followed
        if any(isinstance(one, Instance) for one in options(found)):
            return found
        info = self.program.functions[str(key)]
        return self.typed(info.path, info.record.returns) or found

    def _put_in(self, owner: Instance, name: str) -> Value | None:
        """What the methods of a class put into one of its attributes, by what they make and are handed in."""
        found: list[Value] = []
        items: list[Value] = []
        for key in self.program.classes[self.heap[owner.oid].cls].mro:
            for method in self.program.classes[key].methods.values():
                if attrs_of(method.record, {name}):
                    found += self._each_shown(self.program.body(method).stored_in(name), method, owner)
                    items += self._each_shown(_put_into(name, self.program.body(method)), method, owner)
        if items:
            return ListOf(union(*items, *(part for one in found for part in parts(one))))
        return union(*found) if found else None

    def _each_shown(self, exprs: Iterable[r.Expr], method: FunctionInfo, owner: Instance) -> list[Value]:
        return [one for expr in exprs if (one := self._shown(expr, method, owner)) is not None]

    def _shown(self, expr: r.Expr, method: FunctionInfo, owner: Instance, depth: int = _HELPERS) -> Value | None:
        """What an expression stands for: an object that is made or handed in, or a container of such."""
        expr = spelled_out(as_attribute(expr), self.assignments(method))
        if depth == 0:
            return None
        if isinstance(expr, r.Call) and called_name(expr) in _COPIES and len(expr.args) == 1:
            return self._shown(expr.args[0].value, method, owner, depth - 1)
        if isinstance(expr, r.Call):
            made = [one for cls in self.origins.classes(expr, method) if (one := self.object_of(cls)) is not None]
            return union(*made) if made else None
        if isinstance(expr, r.Comp):
            element = self._shown(expr.value, method, owner, depth - 1)
            return ListOf(element) if element is not None else None
        if isinstance(expr, (r.Seq, r.DictLit)):
            return displayed(expr, [self._shown(item, method, owner, depth - 1) for item in items_of(expr)])
        return self.evaluated_in(method, owner, expr) if isinstance(expr, (r.Name, r.Attr)) else None


def _put_into(name: str, body: Body) -> Iterator[r.Expr]:
    """What statements put into a container that an attribute of this name holds."""
    for node in body.assigns:
        if node.value is not None and any(_is_item_of(target, name) for target in node.targets):
            yield node.value
    for call in body.calls:
        func = call.func
        if isinstance(func, r.Attr) and func.name in GROWING and _is_attribute(func.value, name):
            yield from (arg.value for arg in call.args[-1:])


def _is_item_of(target: r.Expr, name: str) -> bool:
    return isinstance(target, r.Sub) and _is_attribute(target.value, name)


def _is_attribute(expr: r.Expr, name: str) -> bool:
    return isinstance(expr, r.Attr) and expr.name == name
