"""Where a wait may stand: behind every check of its layer, under the same condition, inside what handles its errors.

The reads themselves make a layer's index. Where every way from a place leads to one of them, or those that do not turn
off for something else, a wait there evaluates nothing that the function did not evaluate anyway. A way that turns off
for what the layer is, where it is missing or another stage's, must not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, children, names_of, walk, walk_all
from gatecheck.fixes.chains import is_plain, is_self
from gatecheck.fixes.edits import INNERMOST
from gatecheck.fixes.handled import is_handled, is_quiet, looked_up_in, lookups
from gatecheck.fixes.missing import optional
from gatecheck.fixes.placement import ordinals
from gatecheck.fixes.source import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

_Body = tuple[r.Stmt, ...]
NEVER = r.Opaque(())
"""A condition that cannot be written down."""


class Place(msgspec.Struct, frozen=True):
    """Before the first statement of ``body``, which stands in ``block``; ``under`` are conditions around it.

    ``parted`` says that it is no place for a way that does not read.
    """

    body: _Body
    block: int
    under: tuple[r.Expr, ...] = ()
    parted: bool = False


class _Found(msgspec.Struct, frozen=True):
    """What is behind a place: whether it always comes to a read, and where the wait must go if it must not stand here.

    Neither where what turns off on the way does so for something other than the layer.
    """

    always: bool = False
    places: tuple[Place, ...] = ()


_FREE, _ALWAYS = _Found(), _Found(always=True)


def places(
    record: r.Function, start: Place, reads: frozenset[int], layer: r.Expr, made: frozenset[int] = frozenset()
) -> tuple[Place, ...]:
    """Where a wait for a layer must stand instead of ``start``; nothing where it may stand there.

    ``made`` are nodes that evaluate the layer, besides the subscripts whose index is made of it. Where the layer
    may be None, as where ``start`` is parted, only the ways that read may wait, whatever parts them from the others.
    """
    about = derived(record, frozenset(_names(layer)))
    missing = {p.name for p in record.params if optional(p)} & _names(layer)
    parting = None if start.parted or missing else about
    question = _Guards(reads, made | _made(record, layer), about, parting, lookups(record, about, layer))
    return question.block(start.body, start.block).places


def checks_first(record: r.Function, read: int, params: frozenset[str], gates: frozenset[int] = frozenset()) -> bool:
    """Whether a function turns off for what some of its parameters are before it comes to a read, but for ``gates``."""
    made = frozenset[int]().union(*(_made(record, r.Name(name, -1)) for name in params))
    about = derived(record, params, plain=True)
    question = _Guards(frozenset({read}), made, about, about, lookups(record, about))
    body = tuple(s for s in record.body if not (isinstance(s, r.ExprStmt) and gates & ordinals(s)))
    return bool(question.block(body, record.at).places)


def _made(record: r.Function, layer: r.Expr) -> frozenset[int]:
    """The subscripts whose index is made of a layer: they fail where a wait for it would."""
    text = expression(layer)
    subs = (n for n in walk_all(record.body) if isinstance(n, r.Sub) and not isinstance(n.index, r.Const))
    return frozenset(n.at for n in subs if text and any(expression(part) == text for part in _parts(n.index)))


def _parts(expr: r.Expr) -> Iterator[r.Expr]:
    """An index, and the numbers that it is a sum of."""
    yield expr
    if isinstance(expr, r.Bin):
        yield from (*_parts(expr.left), *_parts(expr.right))


def derived(record: r.Function, names: frozenset[str], *, plain: bool = False) -> frozenset[str]:
    """Some variables, and those that are made of them; ``plain`` only by naming them, their attributes and sums."""
    pairs = [pair for node in walk_all(record.body) for pair in given(node)]
    if plain:
        pairs = [(target, value) for target, value in pairs if _is_sum(as_attribute(value))]
    while more := {name for target, value in pairs if names & _names(value) for name in names_of(target)} - names:
        names |= more
    return names


def _is_sum(value: r.Expr) -> bool:
    return all(isinstance(n, r.Name | r.Attr | r.Bin | r.Const) for n in walk(value))


def given(node: msgspec.Struct) -> Iterator[tuple[r.Expr, r.Expr]]:
    """What a record gives a value, each with that value."""
    if isinstance(node, r.Assign) and node.value is not None:
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, r.AugAssign | r.Walrus):
        yield node.target, node.value
    elif isinstance(node, r.For | r.Gen):
        yield node.target, node.iter
    elif isinstance(node, r.WithItem) and node.target is not None:
        yield node.target, node.value


def _names(node: msgspec.Struct) -> set[str]:
    """The variables that a record names, and the attributes of the object itself."""
    found = {n.id for n in walk(node) if isinstance(n, r.Name)} - {"self"}
    return found | {f"self.{n.name}" for n in walk(node) if isinstance(n, r.Attr) and is_self(n.value)}


class _Guards:
    """One question: the reads, the nodes that make the layer's index, and the variables that tell what it is.

    ``parting`` are the variables whose tests part the ways; None says that any test does. ``lookups`` are nodes that
    ask for the layer where an error of that ends: for a layer that is not there nothing behind them is done.
    """

    def __init__(
        self,
        reads: frozenset[int],
        made: frozenset[int],
        names: frozenset[str],
        parting: frozenset[str] | None,
        lookups: frozenset[int],
    ) -> None:
        self._wanted = reads
        self._made = made
        self._marks = reads | made
        self._about = names
        self._parting = parting
        self._lookups = lookups

    def _for(self, reads: frozenset[int]) -> _Guards:
        """The same question for other nodes than the reads."""
        return _Guards(reads, frozenset(), self._about, self._parting, self._lookups)

    def block(self, body: _Body, owner: int) -> _Found:
        """What is behind the first statement of a block."""
        for i, stmt in enumerate(body):
            rest = body[i + 1 :]
            if not self._wanted & ordinals(stmt):
                found = self._beside(stmt, body[i:], owner)
                if found is not None:
                    return found
                continue
            here = self.statement(stmt, body[i:], owner)
            after = self.block(rest, owner)
            if here.always or (after.always and self._passes(stmt)):
                return _ALWAYS
            if not here.places and not after.places:
                return _FREE
            return _Found(places=(*(here.places or self._alone(stmt, body[i:], owner)), *self._started(rest, owner)))
        return _FREE

    def _started(self, body: _Body, owner: int) -> tuple[Place, ...]:
        """The places for what is read in a block: its start, where a wait may stand there."""
        if not any(self._wanted & ordinals(stmt) for stmt in body):
            return ()
        return self.block(body, owner).places or (Place(body, owner),)

    def _beside(self, stmt: r.Stmt, body: _Body, owner: int) -> _Found | None:
        """What a statement without a read settles; None where it settles nothing."""
        made = self._for(self._made)
        here = made.statement(stmt, body, owner) if self._reads(stmt) else _FREE
        asks = bool(self._lookups & ordinals(stmt)) and (here.always or not any(_blocks(stmt)))
        if here.always and not asks:
            return _ALWAYS
        if asks or self._turns_off(stmt):
            return _Found(places=self._started(body[1:], owner))
        if here.places and not made.block(body[1:], owner).always:
            # On some ways the index is never made: what is read behind it is another layer.
            return _Found(places=(Place(body, owner, (NEVER,)),))
        return None

    def _alone(self, stmt: r.Stmt, body: _Body, owner: int) -> tuple[Place, ...]:
        """The places for a statement that reads on some ways only, where what follows must wait for itself."""
        if isinstance(stmt, r.If):
            return (*self._started(stmt.body, stmt.at), *self._other(stmt))
        if isinstance(stmt, r.For | r.While | r.With):
            return self._started(stmt.body, stmt.at)
        return (Place(body, owner, (NEVER,)),)

    def _reads(self, node: msgspec.Struct) -> bool:
        return bool(self._marks & ordinals(node))

    def _asks(self, test: r.Expr) -> bool:
        """Whether a test is about the layer, or parts the ways whatever it is about."""
        return self._parting is None or bool(self._parting & _names(test))

    def _turns_off(self, stmt: r.Stmt) -> bool:
        """Whether a statement leaves, or skips what follows, for what the layer is, or makes it something else."""
        if isinstance(stmt, r.Assert):
            return self._asks(stmt.test)
        if self._is_given(stmt) or any(self._about & _stored(node) for node in walk(stmt)):
            return True
        if isinstance(stmt, r.Try) and stmt.handlers and self._about & _names_in(stmt.body):
            return any(_leaves(h.body) for h in stmt.handlers)
        return _leaves((stmt,)) and any(self._asks(test) for test in _tests(stmt))

    def _is_given(self, stmt: r.Stmt) -> bool:
        """Whether a statement does nothing but to hand the layer to a call, which may refuse it."""
        call = stmt.value if isinstance(stmt, r.ExprStmt) else None
        given = [arg.value for arg in call.args] if isinstance(call, r.Call) else []
        return any(is_plain(value) and self._about & _names(value) for value in given)

    def _passes(self, stmt: r.Stmt) -> bool:
        """Whether every way through a statement comes to a read, or goes on behind it."""
        if not isinstance(stmt, r.If):
            return not _leaves((stmt,))
        return all(self.block(b, stmt.at).always or all(map(self._passes, b)) for b in (stmt.body, stmt.orelse))

    def statement(self, stmt: r.Stmt, body: _Body, owner: int) -> _Found:
        """What a statement that holds a read comes to; ``body`` is the block from there on."""
        if isinstance(stmt, r.If | r.While):
            return self._tested(stmt, body, owner)
        if isinstance(stmt, r.For | r.With):
            return self._entered(stmt, body, owner)
        if isinstance(stmt, r.Try):
            return self._tried(stmt)
        if isinstance(stmt, r.Match):
            blocks = [case.body for case in stmt.cases]
            return self._parted(blocks, INNERMOST, asks=self._asks(stmt.subject))
        return _FREE if isinstance(stmt, r.Function | r.ClassDef) else self.simple(stmt, body, owner)

    def _tested(self, stmt: r.If | r.While, body: _Body, owner: int) -> _Found:
        if self._reads(stmt.test) and not self._lookups & ordinals(stmt.test):
            return self.simple(r.Seq("tuple", (stmt.test,)), body, owner)
        found = [self.block(b, stmt.at) for b in (stmt.body, stmt.orelse)]
        if isinstance(stmt, r.If) and all(f.always for f in found):
            return _ALWAYS
        asks = self._asks(stmt.test)
        if not asks and not any(f.places for f in found):
            return _FREE
        return _Found(places=(*self._started(stmt.body, stmt.at), *self._other(stmt)))

    def _other(self, stmt: r.If | r.While) -> tuple[Place, ...]:
        """The places in what is done else; before an ``elif`` there is none."""
        only = stmt.orelse[0] if len(stmt.orelse) == 1 else None
        if not isinstance(only, r.If) or self._reads(only.test):
            return self._started(stmt.orelse, stmt.at)
        return (*self._started(only.body, only.at), *self._other(only))

    def _entered(self, stmt: r.For | r.With, body: _Body, owner: int) -> _Found:
        """A block that is entered, or run through any number of times."""
        heads = (stmt.iter,) if isinstance(stmt, r.For) else tuple(item.value for item in stmt.items)
        if any(self._reads(head) for head in heads):
            return self.simple(r.Seq("tuple", heads), body, owner)
        found = self.block(stmt.body, stmt.at)
        if isinstance(stmt, r.With):
            return _Found(places=self._started(stmt.body, stmt.at)) if is_quiet(stmt) else found
        return _FREE if found.always else found

    def _tried(self, stmt: r.Try) -> _Found:
        blocks = [stmt.body, *(h.body for h in stmt.handlers), stmt.orelse, stmt.final]
        if not is_handled(stmt):
            found = self.block(stmt.body, INNERMOST)
            if found.always:
                return _ALWAYS
        return self._parted(blocks, INNERMOST, asks=any(map(self._reads, stmt.body)) and is_handled(stmt))

    def _parted(self, blocks: list[_Body], owner: int, *, asks: bool) -> _Found:
        """Several blocks of which one is done."""
        if not asks and not any(self.block(b, owner).places for b in blocks):
            return _FREE
        return _Found(places=tuple(p for b in blocks for p in self._started(b, owner)))

    def simple(self, node: msgspec.Struct, body: _Body, owner: int) -> _Found:
        """What is evaluated in one statement: a read in it may have a condition of its own."""
        inner = self._taken_in(node)
        if inner:
            return self._for(inner).simple(node, body, owner)
        if self._lookups & looked_up_in(node, self._wanted):
            return _Found(places=(Place(body, owner, (NEVER,)),))
        if self._certain_in(node):
            return _ALWAYS
        parts = [child for child in children(node) if self._reads(child)]
        found = (under for part in parts for under in self._conditions(part, ()))
        each = [tuple(test for test in under if test is NEVER or self._asks(test)) for under in found]
        if not any(each):
            return _FREE
        return _Found(places=tuple(Place(body, owner, under) for under in dict.fromkeys(each)))

    def _taken_in(self, node: msgspec.Struct) -> frozenset[int]:
        """What may be read in a statement of which no more is known than that it leaves with it."""
        if any(self._reads(child) for child in children(node)):
            return frozenset()
        near = (n for n in walk(node) if isinstance(n, r.Sub | r.Call) and n is not node and self._about & _names(n))
        return frozenset(n.at for n in near if not (isinstance(n, r.Call) and isinstance(n.func, r.Name)))

    def _certain_in(self, node: msgspec.Struct) -> bool:
        """The same as :meth:`_certain` for a statement: what leaves with it is made inside, maybe under a condition."""
        parts = [child for child in children(node) if self._reads(child)]
        return any(map(self._certain, parts)) if parts else self._certain(node)

    def _certain(self, node: msgspec.Struct) -> bool:
        """Whether a record always comes to a read when it is evaluated."""
        if getattr(node, "at", None) in self._marks:
            return True
        if isinstance(node, r.Cond):
            return self._certain(node.test) or (self._certain(node.then) and self._certain(node.orelse))
        if isinstance(node, r.BoolOp):
            return self._certain(node.values[0])
        if isinstance(node, r.Comp):
            return self._certain(node.gens[0].iter)
        return not isinstance(node, r.Lambda) and any(self._certain(child) for child in children(node))

    def _conditions(self, node: msgspec.Struct, under: tuple[r.Expr, ...]) -> Iterator[tuple[r.Expr, ...]]:
        """For each read in a record, what must hold for it to be evaluated."""
        if getattr(node, "at", None) in self._marks:
            yield under
        elif isinstance(node, r.Cond):
            yield from self._conditions(node.test, under)
            yield from self._conditions(node.then, (*under, node.test))
            yield from self._conditions(node.orelse, (*under, r.Unary("not", node.test)))
        elif isinstance(node, r.BoolOp):
            for i, value in enumerate(node.values):
                before = node.values[:i]
                yield from self._conditions(value, (*under, *(_holds(node.op, each) for each in before)))
        else:
            inner = tuple(_outside_of(node)) if isinstance(node, r.Comp) else ()
            for child in children(node):
                yield from self._conditions(child, (*under, *inner))


def _outside_of(comp: r.Comp) -> Iterator[r.Expr]:
    """The tests of a comprehension as they stand outside: one cannot where it is about what is run through."""
    bound = {name for gen in comp.gens for name in names_of(gen.target)}
    yield from (NEVER if bound & _names(test) else test for gen in comp.gens for test in gen.tests)


def _holds(op: str, value: r.Expr) -> r.Expr:
    """What is true of a value where the next one of a chain is evaluated."""
    return value if op == "and" else r.Unary("not", value)


def _tests(stmt: r.Stmt) -> Iterator[r.Expr]:
    """The tests inside a statement."""
    for node in walk(stmt):
        if isinstance(node, r.If | r.While | r.Cond | r.Assert):
            yield node.test
        elif isinstance(node, r.Match):
            yield node.subject


def _names_in(body: _Body) -> set[str]:
    return set().union(*map(_names, body))


def _stored(node: msgspec.Struct) -> set[str]:
    """The attributes of the object itself that a record stores into."""
    targets = (target for target, _ in given(node))
    return {f"self.{t.name}" for t in targets if isinstance(t, r.Attr) and is_self(t.value)}


def _leaves(body: _Body, *, looped: bool = False) -> bool:
    """Whether a block can leave the function, or the round of a loop around it; ``looped`` that it is of a loop."""
    for stmt in body:
        if isinstance(stmt, r.Return | r.Raise) or (isinstance(stmt, r.Jump) and not looped):
            return True
        inside = looped or isinstance(stmt, r.For | r.While)
        if any(_leaves(block, looped=inside) for block in _blocks(stmt)):
            return True
    return False


def _blocks(stmt: r.Stmt) -> Iterator[_Body]:
    if isinstance(stmt, r.If | r.For | r.While):
        yield from (stmt.body, stmt.orelse)
    elif isinstance(stmt, r.With):
        yield stmt.body
    elif isinstance(stmt, r.Try):
        yield from (stmt.body, *(h.body for h in stmt.handlers), stmt.orelse, stmt.final)
    elif isinstance(stmt, r.Match):
        yield from (case.body for case in stmt.cases)


__all__ = ["Place", "checks_first", "derived", "given", "places"]
