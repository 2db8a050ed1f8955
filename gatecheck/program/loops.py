"""Which loop gives a variable its value where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

Loop = tuple[r.Expr, r.Expr]
"""A target, and what it runs over."""
_Scope = r.For | r.While | r.Comp


def loops_of(use: r.Name, record: r.Function) -> list[Loop]:
    """The loops that a variable has its value from where it stands: the innermost around it that binds it.

    Where none is around it, they are those whose variables outlive them.
    """
    binding = [(scope, loop) for scope, loop in _loops(record) if _stands_in(loop[0], use.id)]
    around = [scope for scope, _ in binding if _stands_in(scope, use.id, use.at)]
    if around:
        return [loop for scope, loop in binding if scope is around[-1]]
    return [loop for scope, loop in binding if not isinstance(scope, r.Comp)]


def only_name_in(target: r.Expr) -> set[str]:
    """The variable that a target is, if it is one and not several."""
    return {target.id} if isinstance(target, r.Name) else set()


def _stands_in(where: msgspec.Struct, name: str, at: int | None = None) -> bool:
    """Whether a variable is named in here, at a place where one is given."""
    names = (node for node in walk(where) if isinstance(node, r.Name) and node.id == name)
    return any(at is None or node.at == at for node in names)


def _loops(record: r.Function) -> Iterator[tuple[_Scope, Loop]]:
    """Every target with what it runs over, and where it is bound by that."""
    for node in walk_all(record.body):
        if isinstance(node, r.For):
            yield node, (node.target, node.iter)
        elif isinstance(node, r.Comp):
            yield from ((node, (gen.target, gen.iter)) for gen in node.gens)
        if isinstance(node, (r.For, r.While)):
            yield from ((node, loop) for loop in _counted_by_hand(node, record))


def _counted_by_hand(loop: r.For | r.While, record: r.Function) -> Iterator[Loop]:
    """The variables that a loop counts up from zero, as the loops that would do it by themselves."""
    for node in walk_all(loop.body):
        if isinstance(node, r.AugAssign) and node.op == "Add" and node.value == r.Const(1) and _is_zeroed(node, record):
            if isinstance(loop, r.While):
                limit = loop.test.right if isinstance(loop.test, r.Compare) else loop.test
                yield node.target, _call("range", limit)
            else:
                # Under a condition it numbers what the condition leaves, whatever that is.
                source = loop.iter if node in loop.body else r.Opaque(())
                yield r.Seq("tuple", (node.target, loop.target)), _call("enumerate", source)


def _call(name: str, arg: r.Expr) -> r.Call:
    return r.Call(r.Name(name, -1), (r.Arg(arg, None, 0),), -1)


def _is_zeroed(count: r.AugAssign, record: r.Function) -> bool:
    """Whether a variable is given zero and nothing else."""
    assigned = (node for node in walk_all(record.body) if isinstance(node, r.Assign))
    given = [n.value for n in assigned if any(only_name_in(t) & only_name_in(count.target) for t in n.targets)]
    return bool(given) and all(value == r.Const(0) for value in given)
