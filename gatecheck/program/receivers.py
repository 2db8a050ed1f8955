"""What a method is called on: a pool, or something else that has a method of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name, uses, walk_all
from gatecheck.program.origins import Origins
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo, Program

# What Python's own values and torch's tensors have: a call of one of these says little of what it is called on.
_OF_PYTHON = frozenset(name for kind in (dict, list, set, str, bytes, tuple, int) for name in dir(kind))
_OF_TENSORS = frozenset({
    "abs", "add", "all", "amax", "amin", "any", "argmax", "argmin", "argsort", "as_strided", "bfloat16", "bool",
    "byte", "chunk", "clamp", "clone", "contiguous", "cpu", "cuda", "cumsum", "data", "data_ptr", "detach", "device",
    "dim", "div", "dtype", "element_size", "eq", "expand", "fill", "flatten", "flip", "float", "gather", "half", "int",
    "is_contiguous", "is_cuda", "item", "long", "masked_select", "max", "mean", "min", "mul", "narrow", "nbytes",
    "ndim", "nonzero", "norm", "numel", "numpy", "permute", "pin_memory", "repeat", "reshape", "roll", "scatter",
    "select", "shape", "size", "softmax", "split", "squeeze", "std", "storage", "stride", "sub", "sum", "take", "to",
    "tolist", "topk", "transpose", "type", "unbind", "unflatten", "unfold", "unique", "unsqueeze", "view", "where",
})  # fmt: skip
_COMMON = _OF_PYTHON | _OF_TENSORS


class Receivers:
    """Answers for one program; ``pools`` are the classes that pools are made of."""

    def __init__(self, program: Program, pools: AbstractSet[str]) -> None:
        self._program = program
        self._pools = pools
        self._origins = Origins(program)
        self._own: frozenset[str] | None = None
        self._asked: dict[str, dict[str, set[str]]] = {}

    def on_pool(self, info: FunctionInfo, method: str, kin: AbstractSet[str]) -> bool:
        """Whether a function calls a method of this name on what can be a pool; ``kin`` are classes like its own."""
        calls = (node.func for node in walk_all(info.record.body) if isinstance(node, r.Call))
        return any(
            (isinstance(func, r.Attr) and func.name == method and self._may_be_pool(func.value, info, method, kin))
            or (isinstance(func, r.Name) and func.id == method)
            for func in calls
        )

    def _may_be_pool(self, expr: r.Expr, info: FunctionInfo, method: str, kin: AbstractSet[str]) -> bool:
        """Whether a value can be a pool: by its class, or else by what it is asked for beside this method.

        For a method that common values have as well the own class has to ask, for any other one of its kin may.
        """
        classes = [cls.key for cls in self._origins.classes(expr, info)]
        if classes:
            return any(key in self._pools or self._program.method(key, method) is None for key in classes)
        owners = {info.owner} if method in _COMMON or info.owner is None else {info.owner, *kin}
        return any(self._is_asked_as_pool(expr, info, owner, method) for owner in owners)

    def _is_asked_as_pool(self, expr: r.Expr, info: FunctionInfo, owner: str | None, method: str) -> bool:
        """Whether a class asks something of this name for what else pools have, and common values have not."""
        names = {_label(expr)}
        if isinstance(expr, r.Name):
            names |= {_label(value) for value in reaching(info.record, expr)}
        asked = self._asked_in(owner) if owner is not None else self._asked_by((info,))
        return any(asked.get(name, frozenset()) - {method} for name in names - {""})

    def _asked_in(self, owner: str) -> dict[str, set[str]]:
        """What the methods of a class ask of each name, of what pools have."""
        if owner not in self._asked:
            self._asked[owner] = self._asked_by(self._program.classes[owner].methods.values())
        return self._asked[owner]

    def _asked_by(self, functions: Iterable[FunctionInfo]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for node in (node for one in functions for node in walk_all(one.record.body) if isinstance(node, r.Attr)):
            if node.name in self._of_pools:
                found.setdefault(_label(node.value), set()).add(node.name)
        return found

    @property
    def _of_pools(self) -> frozenset[str]:
        """The methods and attributes of pools that common values do not have."""
        if self._own is None:
            methods = [m for key in self._pools for m in self._program.classes[key].methods.values()]
            stored = frozenset().union(*(uses(method.record).stored for method in methods))
            self._own = (stored | {method.record.name for method in methods}) - _COMMON
        return self._own


def _label(expr: r.Expr) -> str:
    """The last name in an expression: of a call what is called, of an element what holds it."""
    while isinstance(expr, (r.Call, r.Sub)):
        expr = expr.func if isinstance(expr, r.Call) else expr.value
    return last_name(expr)
