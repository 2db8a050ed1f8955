"""Containers: what a call of ``dict`` or of ``SimpleNamespace`` makes, and what the methods of containers give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.evaluate import KNOWN_KEYS
from gatecheck.flow.execute import Execute
from gatecheck.flow.recalled import is_left_under
from gatecheck.flow.values import NONE, NOTHING, ListOf, Lit, Named, Seq, Sym, Table, Value, attribute, lit, union

if TYPE_CHECKING:
    from gatecheck.facts import records as r
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State


_KINDS = {
    "collections.OrderedDict": "dict",
    "types.MappingProxyType": "dict",
    "types.SimpleNamespace": "SimpleNamespace",
}


class Dicts(Execute):
    """Calls of ``dict``, and of the methods of containers."""

    def fn_dict(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        if len(args.positional) > 1 or args.rest is not None:
            return None
        begun = self._entries(args.positional[0]) if args.positional else Named(())
        added = {lit(name): value for name, value in args.keywords}
        if isinstance(begun, Named):
            return _dict_of({**dict(begun.entries), **added})
        if isinstance(begun, ListOf):
            return ListOf(union(begun.element, *added.values()), begun.over, None if added else begun.key)
        return ListOf(union(begun, *added.values())) if added and begun is not None else begun

    def fn_SimpleNamespace(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        """A namespace only stores; what it holds is a matter for the walk where that is an address."""
        if args.positional or args.rest is not None or not any(map(self.holds_data, args.all())):
            return None
        return Named(tuple((attribute(name), value) for name, value in args.keywords))

    def _entries(self, given: Value) -> Value | None:
        """What a dict takes from another one, or from a list of pairs; None where neither is known."""
        if isinstance(given, Seq):
            pairs = [_pair(item) for item in given.items]
            return _of_pairs([pair for pair in pairs if pair is not None]) if None not in pairs else None
        if isinstance(given, ListOf) and (pair := _pair(given.element)) is not None:
            return self.whole(pair[1], given.over, pair[0])
        return given if isinstance(given, (Named, ListOf, Table)) else None

    def call_unknown(self, func: Value, args: Arguments, st: State, at: int) -> Value:
        """Call an unknown callee."""
        raise NotImplementedError

    def container_method(self, base: ListOf | Seq | Named, name: str, args: Arguments, st: State, at: int) -> Value:
        """Call a method of a list, a tuple or a dict."""
        if name in {"get", "pop", "__getitem__"}:
            index = args.positional[0] if args.positional else lit(-1)
            found = self.subscript(base, index, st, at)
            known = is_left_under(base, index) or (isinstance(base, Named) and base.at(index) is not None)
            if name == "get" and not known:
                return union(found, args.positional[1] if len(args.positional) > 1 else NONE)
            return found
        if isinstance(base, Named) and name in {"items", "values", "keys"}:
            pairs = {"items": tuple(Seq(entry) for entry in base.entries), "values": base.values}
            return Seq(pairs.get(name, tuple(key for key, _ in base.entries)))
        if name == "items":
            return ListOf(Seq((Sym("key", (self.place(at),)), self.elements(base, st, at))))
        if name in {"values", "copy"}:
            return ListOf(self.elements(base, st, at))
        if name == "keys":
            return ListOf(Sym("key", (self.place(at),)))
        return self.call_unknown(Sym("method", (name,)), args, st, at)


def called_as(name: str) -> str:
    """What is called under an external name, in short: every kind of dict is one."""
    return _KINDS.get(name) or name.replace("builtins.", "")


def _pair(value: Value) -> tuple[Value, Value] | None:
    """A key with what stands under it."""
    items = value.items if isinstance(value, Seq) else ()
    return (items[0], items[1]) if len(items) == 2 else None


def _of_pairs(pairs: list[tuple[Value, Value]]) -> Value:
    known = {key: value for key, value in pairs if isinstance(key, Lit)}
    return Named(tuple(known.items())) if len(known) == len(pairs) else ListOf(union(*(value for _, value in pairs)))


def _dict_of(entries: dict[Lit, Value]) -> Value:
    if 0 < len(entries) <= KNOWN_KEYS:
        return Named(tuple(entries.items()))
    return ListOf(union(*entries.values()) if entries else NOTHING)
