"""Whether a container that an attribute holds may get other contents than its constructor gave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    import msgspec

_CHANGING = frozenset({
    "add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert",
    "intersection_update", "pop", "popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort",
    "symmetric_difference_update", "update",
})  # fmt: skip
_LOOKING = frozenset({"copy", "count", "get", "index", "isdisjoint", "items", "keys", "values"})
_ASKING = frozenset({
    "all", "any", "bool", "dict", "enumerate", "frozenset", "isinstance", "iter", "len", "list", "max", "min", "print",
    "range", "repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip
_TESTS = (r.Assert, r.BoolOp, r.Compare, r.Cond, r.ExprStmt, r.Gen, r.If, r.Opaque, r.Star, r.Unary, r.While)


def is_changed(use: msgspec.Struct, parents: Mapping[int, msgspec.Struct]) -> bool:
    """Whether one use of a container certainly changes what is in it."""
    above = parents.get(id(use))
    if isinstance(above, r.Attr):
        call = parents.get(id(above))
        return above.name in _CHANGING and isinstance(call, r.Call) and call.func is above
    if isinstance(above, r.Sub) and above.value is use:
        return _is_target(above, parents) or is_changed(above, parents)
    return False


def may_change(use: msgspec.Struct, parents: Mapping[int, msgspec.Struct]) -> bool:
    """Whether one use may: whoever takes the container itself, under another name or as an argument, may fill it."""
    above = parents.get(id(use))
    if isinstance(above, r.Attr):
        return above.name not in _LOOKING
    if isinstance(above, r.Sub):
        return above.value is use and _is_target(above, parents)
    if isinstance(above, r.Arg):
        call = parents.get(id(above))
        return not (isinstance(call, r.Call) and called_name(call) in _ASKING)
    return not (isinstance(above, _TESTS) or (isinstance(above, r.For) and above.iter is use))


def _is_target(item: r.Sub, parents: Mapping[int, msgspec.Struct]) -> bool:
    """Whether an element is stored into, or deleted."""
    above = parents.get(id(item))
    while isinstance(above, (r.Seq, r.Star)):
        item, above = above, parents.get(id(above))  # type: ignore[assignment]
    if isinstance(above, (r.Assign, r.Delete)):
        return any(target is item for target in above.targets)
    return isinstance(above, (r.AugAssign, r.For, r.WithItem)) and above.target is item
