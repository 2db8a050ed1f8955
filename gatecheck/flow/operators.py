"""Operations on plain values: arithmetic, comparison, choice, and what an index does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.linear import add, as_num
from gatecheck.flow.values import (
    ARMED,
    NONE,
    Bound,
    Cls,
    Counter,
    Data,
    Drawn,
    Fresh,
    Func,
    Instance,
    ListOf,
    Lit,
    Module,
    Named,
    Num,
    Partial,
    Row,
    Seq,
    StreamCtx,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    options,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_NEVER_NONE = (Instance, Table, Row, Fresh, Func, Cls, Module, Seq, ListOf, Named, Num, Bound, Counter, Partial, Drawn)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def is_scalar(value: Value) -> bool:
    """Whether a value is certainly a number, not a tensor of indices."""
    if isinstance(value, Lit):
        return value.tag == "int"
    if isinstance(value, Num):
        return True
    if isinstance(value, Union_):
        return all(is_scalar(o) for o in value.options)
    return isinstance(value, Sym) and value.op in {"int", "range", "len", "each", "max", "min", "op"}


def is_callable(value: Value) -> bool | None:
    """Whether a value can be called, where that is known."""
    if isinstance(value, (Func, Cls, Partial, Bound)):
        return True
    return False if isinstance(value, (Lit, Num, Row, Table, Seq, ListOf, Named)) else None


def is_slice(value: Value) -> bool:
    """Whether a value is a slice."""
    return isinstance(value, Sym) and value.op == "slice"


def is_view_index(value: Value) -> bool:
    """Whether an index of this value gives a view, not a copy."""
    return is_slice(value) or (isinstance(value, Lit) and value.tag in {"int", "none", "str"})


def only_one(value: Value) -> Value:
    """The one index that a slice chooses; any other index, or slice, itself."""
    low, high, step = value.args if isinstance(value, Sym) and value.op == "slice" and value.args else (NONE,) * 3
    if low == NONE or step not in {NONE, lit(1)}:
        return value
    return low if add(low, lit(1)) == high else value  # type: ignore[arg-type, return-value]


def cut(table: Table, index: Sym) -> Table:
    """The layers of a table that a slice chooses; which these are is not followed through a second slice or a step."""
    low, high, step = index.args
    if low == high == NONE:
        return table
    known = table.part is None and step in {NONE, lit(1)} and not any(_is_negative(end) for end in (low, high))
    return msgspec.structs.replace(table, part=index if known else Sym("slice", ()))


def _is_negative(value: object) -> bool:
    return isinstance(value, Lit) and isinstance(value.value, int) and value.value < 0


def layer_in(part: Sym | None, index: Value) -> Value:
    """The layer that an index chooses from a part of a table, counted from the first layer of the whole."""
    if part is None:
        return index
    low = part.args[0] if part.args else Sym("opaque", ())
    layer = index if low == NONE else add(index, low)  # type: ignore[arg-type]
    return layer if layer is not None else Sym("opaque", ())


def part_of(each: Sym) -> Sym | None:
    """The slice that any of some layers are of."""
    part = each.args[2] if len(each.args) > 2 else None
    return part if isinstance(part, Sym) else None


def numbered(value: Value, index: Value) -> Value:
    """What an enumeration yields beside a number: any layer of a buffer is the one of that number."""
    if isinstance(value, Seq):
        return Seq(tuple(numbered(item, index) for item in value.items))
    if isinstance(value, Row) and isinstance(value.layer, Sym) and value.layer.op == "each":
        return value.of_layer(layer_in(part_of(value.layer), index))
    return value


def tagged(value: Value, index: Value) -> Value:
    """Objects taken out of a container by ``index`` remember it."""
    if isinstance(value, Union_):
        return union(*(tagged(o, index) for o in value.options))
    if isinstance(value, Instance):
        return Instance(value.oid, index, value.via, value.behind)
    if isinstance(value, Row) and (
        value.layer is None or (isinstance(value.layer, Sym) and value.layer.op in {"range", "each"})
    ):
        return value.of_layer(index)
    if isinstance(value, Sym) and value.op != "nothing":
        return Sym("item", (value, index))
    return value


def choose(first: Value, second: Value) -> Value:
    """One of two values; ``x or 0`` and ``x if x is not None else 0`` stay one unknown."""
    if first == second:
        return first
    objects = (Instance, Table, Row, Data, Drawn, Cls, Func, Fresh, Seq, ListOf, Named, Counter, StreamCtx)
    if any(isinstance(o, objects) or o == NONE for v in (first, second) for o in options(v)):
        return union(first, second)
    return Sym("default", (first, second))


def words_chosen(value: Value) -> tuple[str, ...]:
    """The strings of which a value is one; none where it can be anything else."""
    if isinstance(value, Sym) and value.op == "default":
        value = union(*value.args)  # type: ignore[arg-type]
    chosen = options(value)
    words = tuple(str(one.value) for one in chosen if isinstance(one, Lit) and one.tag == "str")
    return words if len(words) == len(chosen) else ()


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """Integer arithmetic as far as it stays linear; with alternatives on a side, alternatives."""
    for side in (left, right):
        if isinstance(side, Union_) and len(side.options) <= 4:
            results = [arithmetic(op, o, right) if side is left else arithmetic(op, left, o) for o in side.options]
            return union(*results)
    if op in {"+", "-"}:
        result = add(left, right, 1 if op == "+" else -1)
        if result is not None:
            return result
    if isinstance(left, Lit) and isinstance(right, Lit) and left.tag == right.tag == "int":
        a, b = left.value, right.value
        assert isinstance(a, int)
        assert isinstance(b, int)
        if op == "*":
            return lit(a * b)
        if op in {"//", "%"} and b:
            return lit(a // b if op == "//" else a % b)
    integers = as_num(left) is not None and as_num(right) is not None and (is_scalar(left) or is_scalar(right))
    return Sym("op" if integers else "calc", (op, left, right))


def compare(op: str, left: Value, right: Value) -> bool | None:
    """The outcome of a comparison, where it is known. An armed counter's slot is not negative."""
    if op in {"is", "is not"} and right == NONE:
        known = is_none(left)
        return None if known is None else known is (op == "is")
    if left == ARMED and isinstance(right, Lit) and right.tag == "int":
        if right.value in {0, -1}:
            return {
                ">=": True,
                "<": False,
                ">": right.value == -1 or None,
                "!=": True if right.value == -1 else None,
                "==": False if right.value == -1 else None,
                "<=": False if right.value == -1 else None,
            }.get(op)
        return None
    if isinstance(left, Lit) and isinstance(right, Lit):
        if left.tag == right.tag == "int" and op in _COMPARE:
            assert isinstance(left.value, int)
            assert isinstance(right.value, int)
            return _COMPARE[op](left.value, right.value)
        if op in {"==", "!="}:
            return (left.value == right.value) is (op == "==")
        if op in {"is", "is not"}:
            return (left == right) is (op == "is")
    if op in {"is", "is not"} and isinstance(left, (Cls, Func)) and isinstance(right, (Cls, Func)):
        return (left == right) is (op == "is")
    return None


def is_of_counter(value: Value) -> bool:
    """Whether a value is what a counter that is there has: asking whether it is there asks for the counter."""
    counter = value.args[0] if isinstance(value, Sym) and value.op == "attr" else None
    return isinstance(counter, Counter) and counter.state == "live"


def is_none(value: Value) -> bool | None:
    """Whether a value is None, where that is known; a counter is there."""
    if value == NONE:
        return True
    if value == ARMED:
        return False
    if isinstance(value, Counter):
        return None if value.state == "foreign" else False
    if isinstance(value, Union_):
        known = {is_none(o) for o in value.options}
        return known.pop() if len(known) == 1 else None
    if isinstance(value, (Lit, _NEVER_NONE)) or is_of_counter(value):
        return False
    if isinstance(value, Sym) and value.op in {"range", "len", "op", "calc", "data", "meta"}:
        return False
    return None


def lambda_function(expr: r.Lambda, chunk: int) -> r.Function:
    """A lambda as a function that returns its body."""
    return r.Function("<lambda>", expr.params, (), None, (r.Return(expr.body, expr.at),), False, chunk, expr.at)
