"""Where in a function a wait goes: behind the docstring and the checks of the arguments, before the first read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, walk
from gatecheck.fixes.idiom import is_docstring
from gatecheck.fixes.source import expression

if TYPE_CHECKING:
    from collections.abc import Iterator


class Spot(msgspec.Struct, frozen=True):
    """Before the statement that holds node ``before``, in the body of ``block``; ``layer`` is its name there.

    ``under`` are conditions that the wait stands under.
    """

    block: int
    before: int | None
    layer: r.Expr
    under: tuple[r.Expr, ...] = ()


def at_top(record: r.Function, reads: frozenset[int], layer: r.Expr) -> Spot:
    """The place for a wait that covers the whole function."""
    for stmt in record.body:
        anchor = ordinal(stmt)
        if anchor is None or is_docstring(stmt):
            continue
        if reads & ordinals(stmt):
            return Spot(record.at, anchor, layer)
        if _names_layer(stmt, layer):
            assert isinstance(stmt, r.Assign)
            layer = stmt.targets[0]
            continue
        if not _checks(stmt):
            return Spot(record.at, anchor, layer)
    return Spot(record.at, None, layer)


def beside(record: r.Function, read: int, gates: frozenset[int], layer: r.Expr) -> Spot:
    """The place for a wait on one way: as early as possible on it, but behind every block in which others wait."""
    owner, body = record.at, record.body
    while True:
        position = next((i for i, s in enumerate(body) if read in ordinals(s)), None)
        if position is None:
            return Spot(owner, None, layer)
        stmt = body[position]
        inner = _block_with(stmt, read)
        gated_here = any(gates & ordinals(s) for s in body[: position + 1])
        if inner is not None and not gated_here and _leaves(inner[1]) and any(gates & ordinals(s) for s in body):
            # The other ways wait further down: a wait before the branch would be their second one.
            owner, body = inner
            continue
        if inner is None or not gated_here or not gates & ordinals(stmt):
            start = max((i + 1 for i, s in enumerate(body[:position]) if gates & ordinals(s)), default=0)
            anchor = _first_anchor(body[start : position + 1])
            if not gated_here:
                return at_top_of(owner, body, frozenset({read}), layer)
            return Spot(owner, anchor, layer)
        owner, body = inner


def _leaves(body: tuple[r.Stmt, ...]) -> bool:
    """Whether a block ends the function."""
    return bool(body) and isinstance(body[-1], r.Return | r.Raise)


def at_top_of(owner: int, body: tuple[r.Stmt, ...], reads: frozenset[int], layer: r.Expr) -> Spot:
    """The place at the start of a block, behind what only checks."""
    shell = r.Function("", (), (), None, body, generator=False, chunk=0, at=owner)
    return at_top(shell, reads, layer)


def in_stream_block(record: r.Function, read: int, layer: r.Expr) -> Spot | None:
    """The start of the innermost ``with`` around a read: the stream that it selects is current there."""
    found: r.With | None = None
    for node in all_statements(record.body):
        if isinstance(node, r.With) and any(read in ordinals(s) for s in node.body):
            found = node
    return at_top_of(found.at, found.body, frozenset({read}), layer) if found is not None else None


def innermost(record: r.Function, read: int) -> tuple[int, int] | None:
    """The innermost block that holds a node, and the ordinal of the statement in it that does."""
    owner, body = record.at, record.body
    while True:
        stmt = next((s for s in body if read in ordinals(s)), None)
        anchor = ordinal(stmt) if stmt is not None else None
        if stmt is None or anchor is None:
            return None
        inner = _block_with(stmt, read)
        if inner is None:
            return owner, anchor
        owner, body = inner


def common(record: r.Function, nodes: frozenset[int]) -> tuple[int, int] | None:
    """The innermost block that holds some nodes, and the first ordinal of the statement in it that holds the first."""
    owner, body = record.at, record.body
    while holding := [s for s in body if nodes & ordinals(s)]:
        inner = _block_with(holding[0], min(nodes & ordinals(holding[0]))) if len(holding) == 1 else None
        if inner is None or any(not any(at in ordinals(s) for s in inner[1]) for at in nodes):
            anchor = ordinal(holding[0])
            return (owner, anchor) if anchor is not None else None
        owner, body = inner
    return None


def statement_of(record: r.Function, at: int) -> r.Stmt | None:
    """The innermost statement that holds a node."""
    found: r.Stmt | None = None
    for stmt in all_statements(record.body):
        if at in ordinals(stmt):
            found = stmt
    return found


def bound(record: r.Function, at: int, names: frozenset[str], layer: r.Expr) -> Spot | None:
    """The earliest place on the way to a node at which some variables have the values that they have there."""
    owner, body = record.at, record.body
    while True:
        position = next((i for i, s in enumerate(body) if at in ordinals(s)), None)
        if position is None:
            return None
        stmt = body[position]
        if not binds(stmt, names):
            start = max((i + 1 for i, s in enumerate(body[:position]) if binds(s, names)), default=0)
            found = at_top_of(owner, body[start : position + 1], frozenset({at}), layer)
            return found if found.before is not None else None
        inner = _block_with(stmt, at)
        if inner is None:
            anchor = ordinal(stmt)
            simple = isinstance(stmt, r.Assign | r.AugAssign) and not _binds_inside(stmt, names)
            return Spot(owner, anchor, layer) if simple and anchor is not None else None
        owner, body = inner


def bound_behind(record: r.Function, at: int, names: frozenset[str]) -> bool:
    """Whether some variables get their values, or other ones, only behind a node."""
    return any(binds(s, names) and min(ordinals(s), default=0) > at for s in all_statements(record.body))


def binds(node: msgspec.Struct, names: frozenset[str]) -> bool:
    """Whether a statement gives one of some variables a value, anywhere inside it."""
    return any(_bound(each) & names for each in walk(node))


def _binds_inside(stmt: r.Assign | r.AugAssign, names: frozenset[str]) -> bool:
    """Whether the value of an assignment binds one of some variables itself, as a comprehension does."""
    return stmt.value is not None and binds(stmt.value, names)


def _bound(node: msgspec.Struct) -> set[str]:
    """The variables that a record binds by itself."""
    if isinstance(node, r.Assign | r.Delete):
        return _names(*node.targets)
    if isinstance(node, r.AugAssign | r.For | r.Gen | r.Walrus):
        return _names(node.target)
    if isinstance(node, r.WithItem):
        return _names(node.target) if node.target is not None else set()
    if isinstance(node, r.Import):
        return {b.bound for b in node.bindings}
    if isinstance(node, r.Function | r.Lambda):
        return {p.name for p in node.params} | ({node.name} if isinstance(node, r.Function) else set())
    if isinstance(node, r.Case):
        return set(node.binds)
    return {node.name} if isinstance(node, r.Handler) and node.name is not None else set()


def _names(*targets: r.Expr) -> set[str]:
    """The variables among assignment targets; what stands under an attribute or a subscript is none."""
    found: set[str] = set()
    for target in targets:
        if isinstance(target, r.Name):
            found.add(target.id)
        elif isinstance(target, r.Seq):
            found |= _names(*target.items)
        elif isinstance(target, r.Star):
            found |= _names(target.value)
    return found


def ordinal(stmt: r.Stmt) -> int | None:
    """Some ordinal inside a statement that tells it from its neighbours."""
    own = getattr(stmt, "at", None)
    return own if isinstance(own, int) else min(ordinals(stmt), default=None)


def ordinals(stmt: msgspec.Struct) -> frozenset[int]:
    """All ordinals inside a statement."""
    return frozenset(at for node in walk(stmt) if isinstance(at := getattr(node, "at", None), int))


def _first_anchor(body: tuple[r.Stmt, ...]) -> int | None:
    return next((a for s in body if (a := ordinal(s)) is not None), None)


def _block_with(stmt: r.Stmt, read: int) -> tuple[int, tuple[r.Stmt, ...]] | None:
    """The block of a compound statement in which a node stands."""
    if not isinstance(stmt, r.If | r.For | r.While | r.With):
        return None
    for name in ("body", "orelse"):
        body = getattr(stmt, name, ())
        if any(read in ordinals(s) for s in body):
            # An "elif" is no block of its own that anything could be put into before the test.
            chained = [s for s in body if isinstance(s, r.If)] if name == "orelse" and len(body) == 1 else []
            return _block_with(chained[0], read) if chained else (stmt.at, body)
    return None


def _checks(stmt: r.Stmt) -> bool:
    """Whether a statement only checks arguments: it asserts, raises or returns, or imports what it needs for that."""
    if isinstance(stmt, r.If):
        return not stmt.orelse and bool(stmt.body) and isinstance(stmt.body[-1], r.Raise | r.Return | r.Jump)
    return isinstance(stmt, r.Assert | r.Import)


def _names_layer(stmt: r.Stmt, layer: r.Expr) -> bool:
    """Whether a statement gives the layer a name of its own."""
    if not isinstance(stmt, r.Assign) or stmt.value is None or isinstance(layer, r.Name):
        return False
    single = len(stmt.targets) == 1 and isinstance(stmt.targets[0], r.Name)
    return single and expression(as_attribute(stmt.value)) == expression(layer)


def all_statements(body: tuple[r.Stmt, ...]) -> Iterator[r.Stmt]:
    """The statements of a body and of its blocks, outermost first."""
    for stmt in body:
        yield stmt
        for name in ("body", "orelse", "final"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple) and not isinstance(stmt, r.Function | r.ClassDef):
                yield from all_statements(inner)
