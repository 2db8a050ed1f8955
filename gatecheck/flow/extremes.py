"""Numbers that are taken from data: the highest and the lowest of some, and how many of them there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.dicts import Dicts
from gatecheck.flow.emptiness import note_some
from gatecheck.flow.subscripts import is_computed
from gatecheck.flow.tensors import SIZED_BY_DATA
from gatecheck.flow.values import ListOf, Row, Seq, Sym, Table, Value, parts

if TYPE_CHECKING:
    from gatecheck.facts import records as r
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State


class Extremes(Dicts):
    """Calls of ``max``, ``min`` and ``range``, and results as large as the data say."""

    def fn_range(self, args: Arguments, st: State, node: r.Call) -> Value:
        for value in args.positional:
            self.consume_data(value, st, node.at)
        return ListOf(Sym("range", args.positional))

    def fn_max(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        return self._extreme("max", args, st, node)

    def fn_min(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        return self._extreme("min", args, st, node)

    def _extreme(self, op: str, args: Arguments, st: State, node: r.Call) -> Value | None:
        held = [part for value in args.all() for part in parts(value)]
        if any(isinstance(part, (Row, Table)) for part in held):
            for value in args.all():
                self.consume(value, st, node.at)
        if len(args.positional) == 1 and not any(name == "default" for name, _ in args.keywords):
            note_some(args.positional[0], st)
        computed = tuple(part for part in held if is_computed(part))
        return self.take(Seq(computed), st, node.at) if computed else Sym(op, args.positional)

    def size_by(self, name: str, value: Value, st: State, at: int) -> None:
        """A result that is as large as the data say: whatever becomes of it, its shape has been read."""
        if name in SIZED_BY_DATA:
            self.consume(value, st, at)
