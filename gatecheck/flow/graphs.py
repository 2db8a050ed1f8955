"""CUDA graphs by the names they stand under: made, captured into, kept in containers and taken out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk_all
from gatecheck.flow.values import External, Sym, Value

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo

MAKERS = frozenset({"graph", "CUDAGraph", "capture_begin"})
_LOOKS = frozenset({"items", "values", "get", "pop"})
_LISTS = frozenset({"enumerate", "zip", "list", "reversed"})


def makes_capture(func: Value) -> bool:
    """``torch.cuda.graph`` or the like-named context of another device module."""
    if isinstance(func, External):
        return func.name.startswith("torch") and func.name.endswith(".graph")
    return isinstance(func, Sym) and func.op == "attr" and func.args[1] == "graph"


def graph_attributes(functions: list[FunctionInfo]) -> frozenset[str]:
    """The attributes and names that hold a captured graph, alone or among others."""
    near = [info for info in functions if called_of(info.record, MAKERS | {"replay"})]
    found: set[str] = set()
    while True:
        more = {word for info in near for word in _graph_words(info.record, found)} - found - {"self"}
        if not more:
            return frozenset(found)
        found |= more


def names_in(expr: r.Expr) -> set[str]:
    """The names that a path is made of."""
    if isinstance(expr, r.Attr):
        return {expr.name} | names_in(expr.value)
    if isinstance(expr, r.Sub):
        return names_in(expr.value)
    return {expr.id} if isinstance(expr, r.Name) else set()


def _graph_words(record: r.Function, known: set[str]) -> set[str]:
    """Names that a function puts a graph under: made here, entered in a capture, or taken from a known name."""
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.Call):
            found |= _in_call(node, known)
        elif isinstance(node, r.Assign) and node.value is not None and _holds(node.value, known):
            found |= {n for t in node.targets for n in _target_names(t)}
        elif isinstance(node, r.For) and _holds(node.iter, known):
            found |= _target_names(node.target)
    return found


def _in_call(node: r.Call, known: set[str]) -> set[str]:
    name = called_name(node)
    if name == "graph":
        return {n for a in node.args for n in names_in(a.value) if a.name in {None, "cuda_graph"}}
    if not isinstance(node.func, r.Attr):
        return set()
    kept = name == "append" and any(_holds(a.value, known) for a in node.args)
    return names_in(node.func.value) if kept or name == "capture_begin" else set()


def _target_names(target: r.Expr) -> set[str]:
    if isinstance(target, r.Seq):
        return {n for item in target.items for n in _target_names(item)}
    if isinstance(target, r.Sub):
        return _target_names(target.value)
    if isinstance(target, r.Attr):
        return {target.name}
    return {target.id} if isinstance(target, r.Name) else set()


def _holds(expr: r.Expr, known: set[str]) -> bool:
    """Whether an expression is a graph, a container that one is in, or an element of such a container."""
    if isinstance(expr, r.Call):
        name = called_name(expr)
        inner = expr.func.value if isinstance(expr.func, r.Attr) else None
        looked_up = inner is not None and name in _LOOKS and _holds(inner, known)
        return name == "CUDAGraph" or looked_up or (name in _LISTS and any(_holds(a.value, known) for a in expr.args))
    if isinstance(expr, (r.Name, r.Attr)):
        return (expr.id if isinstance(expr, r.Name) else expr.name) in known
    if isinstance(expr, (r.Sub, r.Comp)):
        return _holds(expr.value, known)
    if isinstance(expr, (r.Seq, r.DictLit)):
        return any(_holds(item, known) for item in (expr.items if isinstance(expr, r.Seq) else expr.values))
    return isinstance(expr, r.Cond) and (_holds(expr.then, known) or _holds(expr.orelse, known))
