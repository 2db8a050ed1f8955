"""Strategies for programs: mostly right, so that one thing in them that is wrong stands out."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.fuzz.tree import (
    Ask,
    Attempt,
    Body,
    Both,
    Branch,
    Copied,
    Copying,
    Fail,
    Form,
    Given,
    Hold,
    Index,
    Keep,
    Layer,
    Leave,
    Loop,
    Method,
    OnStream,
    PoolClass,
    Program,
    Registration,
    Slot,
    Statement,
    Synchronize,
    Test,
    Var,
    Wait,
    WaitForAll,
)

DEPTH = 2
FORMS = st.sampled_from(Form)
TESTS = st.sampled_from(Test)
COPYING = st.sampled_from(Copying)
BUFFERS = st.sampled_from(("rows", "cols"))
PASSED = st.sampled_from(("", "", "True", "False", "fast"))


@dataclass(frozen=True)
class Scope:
    """What a method may use: helpers that wait, those that return an index, readers, and the pool that it owns."""

    waiters: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    overridden: str | None = None
    inner_readers: tuple[str, ...] = ()
    mapped: Index | None = Index.MAPPED

    @property
    def owns(self) -> bool:
        """Whether the object owns another pool."""
        return bool(self.inner_readers)

    @property
    def inner_index(self) -> Index:
        """The right index for the pool that it owns."""
        return self.mapped or Index.OWN


def waiting_index(scope: Scope) -> SearchStrategy[Index]:
    """An event: the right one, mostly."""
    wrong = [Index.GLOBAL, Index.BEFORE, *([scope.mapped] if scope.owns and scope.mapped else [])]
    return st.sampled_from([Index.OWN] * 9 + wrong)


@st.composite
def waits(draw: DrawFn, scope: Scope) -> Statement:
    """One statement that waits, directly or through a helper."""
    kind = draw(st.sampled_from(("wait",) * 5 + ("hold",) * 4 + ("all", "sync")))
    if kind == "hold" and scope.waiters:
        return Hold(draw(st.sampled_from(scope.waiters)), fast=draw(PASSED))
    if kind == "all":
        return WaitForAll(draw(st.booleans()))
    if kind == "sync":
        return Synchronize()
    return Wait(draw(waiting_index(scope)), draw(FORMS))


@st.composite
def layers(draw: DrawFn, scope: Scope, slot: bool) -> Layer:
    """One layer of a buffer."""
    buffer = draw(BUFFERS)
    if scope.owns:
        return Layer(buffer, scope.inner_index, inner=True)
    if slot and draw(st.booleans()):
        return Layer(buffer, Index.SLOT)
    return Layer(buffer, Index.OWN, via=draw(st.booleans()))


@st.composite
def given_(draw: DrawFn, scope: Scope, names: tuple[str, ...], slot: bool) -> Given:
    """Something that can be handed out or kept."""
    kinds = ["layer", "layer", "copied"]
    kinds += ["ask", "ask"] if scope.readers or scope.owns else []
    kinds += ["super", "super"] if scope.overridden else []
    kinds += ["var", "var", "copied var"] if names else []
    kind = draw(st.sampled_from(kinds))
    if kind == "var":
        return Var(draw(st.sampled_from(names)))
    if kind == "copied var":
        return Copied(Var(draw(st.sampled_from(names))), draw(COPYING))
    if kind == "super" and scope.overridden:
        return Ask(scope.overridden, "super", fast=draw(PASSED))
    if kind == "ask":
        return draw(asked(scope))
    layer = draw(layers(scope, slot))
    return Copied(layer, draw(COPYING)) if kind == "copied" else layer


@st.composite
def asked(draw: DrawFn, scope: Scope) -> Ask:
    """A call of another method that hands something out."""
    if scope.owns and (not scope.readers or draw(st.booleans())):
        return Ask(draw(st.sampled_from(scope.inner_readers)), "inner", scope.inner_index, draw(PASSED))
    return Ask(draw(st.sampled_from(scope.readers)), fast=draw(PASSED))


@st.composite
def bodies(
    draw: DrawFn, scope: Scope, depth: int, *, names: tuple[str, ...] = (), slot: bool = False, reads: bool = True
) -> Body:
    """A sequence of statements; what it keeps in variables, it may use later."""
    found: list[Statement] = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["wait"] * 4 + (["keep"] * 3 + ["give"] if reads else [])
        kinds += ["branch", "loop", "stream", "attempt"] if depth else []
        kinds += ["slot"] if reads and not slot else []
        kinds += ["fail"] if depth < DEPTH else []
        kind = draw(st.sampled_from(kinds))
        if kind == "slot":
            slot = True
            found.append(draw(slots(scope)))
        elif kind == "keep":
            name = draw(st.sampled_from(("x", "y")))
            found.append(Keep(name, draw(given_(scope, names, slot))))
            names = tuple(sorted({*names, name}))
        elif kind in {"give", "fail"}:
            found.append(draw(given_away(scope, names, slot)) if kind == "give" else Fail())
            break
        elif kind == "wait":
            found.append(draw(waits(scope)))
        else:
            inner = bodies(scope, depth - 1, names=names, slot=slot, reads=reads)
            found.append(draw(nested(kind, scope, inner)))
    return tuple(found)


@st.composite
def slots(draw: DrawFn, scope: Scope) -> Statement:
    """The index, from a helper that may wait on the way or computed ahead."""
    if scope.slots and draw(st.booleans()):
        return Hold(draw(st.sampled_from(scope.slots)), slot=True, fast=draw(PASSED))
    return Slot(Index.OWN)


@st.composite
def given_away(draw: DrawFn, scope: Scope, names: tuple[str, ...], slot: bool) -> Statement:
    """The end of a method."""
    first = draw(given_(scope, names, slot))
    if draw(st.integers(0, 4)) == 0:
        return Both(first, draw(given_(scope, names, slot)))
    return Leave(first)


@st.composite
def nested(draw: DrawFn, kind: str, scope: Scope, inner: SearchStrategy[Body]) -> Statement:
    """A statement that holds others; what they keep is not used behind it."""
    if kind == "branch":
        return Branch(draw(TESTS), draw(inner), draw(st.one_of(st.just(()), inner)))
    if kind == "loop":
        return Loop(draw(inner), draw(st.sampled_from((None, None, 2))), draw(st.booleans()))
    if kind == "stream":
        return OnStream(draw(inner), draw(st.booleans()))
    handler = draw(st.one_of(st.none(), inner))
    final: Body = draw(st.just((draw(waits(scope)),)) if handler is None else st.just(()))
    return Attempt(draw(inner), handler, final)


@st.composite
def helpers(draw: DrawFn, name: str, scope: Scope, returns: Index | None) -> Method:
    """A private method that waits, and may return the index; half of them do just that."""
    if draw(st.booleans()):
        return Method(name, (Wait(draw(waiting_index(scope)), draw(FORMS)),), returns)
    return Method(name, draw(bodies(scope, 1, reads=False)), returns)


@st.composite
def readers(draw: DrawFn, name: str, scope: Scope) -> Method:
    """A method that hands something out."""
    if draw(st.integers(0, 3)) == 0:
        simple: Body = (draw(waits(scope)), draw(given_away(scope, (), slot=False)))
        return Method(name, simple)
    body = draw(bodies(scope, DEPTH))
    if isinstance(body[-1], (Leave, Both, Fail)):
        return Method(name, body)
    return Method(name, (*body, draw(given_away(scope, (), slot=False))))


@st.composite
def first_pools(draw: DrawFn) -> PoolClass:
    """A pool below the kit's: helpers, private readers, and accessors that use them."""
    scope = Scope()
    methods = [draw(helpers("_hold", scope, None)), draw(helpers("_slot", scope, Index.OWN))]
    scope = Scope(waiters=("_hold",), slots=("_slot",))
    methods.append(draw(readers("_peek", scope)))
    scope = Scope(("_hold",), ("_slot",), ("_peek", "get_rows"))
    methods.append(draw(readers("get_cols", scope)))
    if draw(st.booleans()):
        scope = Scope(("_hold",), ("_slot",), ("_peek",), overridden="get_rows")
        methods.append(draw(readers("get_rows", scope)))
    return PoolClass("FirstPool", "Pool", tuple(methods))


@st.composite
def heirs(draw: DrawFn) -> PoolClass:
    """A pool that overrides something of the first one."""
    scope = Scope(("_hold",), ("_slot",), ("_peek",))
    methods = []
    for name in draw(st.lists(st.sampled_from(("_hold", "get_cols", "get_rows", "_peek")), max_size=2, unique=True)):
        if name == "_hold":
            methods.append(draw(helpers(name, Scope(), None)))
        else:
            own = Scope(scope.waiters, scope.slots, () if name == "_peek" else ("_peek",), overridden=name)
            methods.append(draw(readers(name, own)))
    return PoolClass("HeirPool", "FirstPool", tuple(methods))


@st.composite
def owners(draw: DrawFn, inner: str) -> PoolClass:
    """A pool that owns one of the others, waits itself or leaves it to that one, and hands on."""
    mapped = draw(st.sampled_from((None, Index.MAPPED, Index.LOOKED_UP)))
    scope = Scope(mapped=mapped, inner_readers=("get_rows", "get_cols"))
    methods = [draw(helpers("_hold", scope, None))]
    scope = Scope(waiters=("_hold",), mapped=mapped, inner_readers=("get_rows", "get_cols"))
    methods += [draw(readers(name, scope)) for name in ("get_cols", "get_rows")]
    registration = draw(st.sampled_from(Registration))
    return PoolClass("OwnerPool", "Pool", tuple(methods), inner, registration, mapped is not None)


@st.composite
def programs(draw: DrawFn) -> Program:
    """A program of one to three pool classes."""
    classes = [draw(first_pools())]
    shape = draw(st.sampled_from(("first", "heir", "owner", "owner of heir")))
    if shape in {"heir", "owner of heir"}:
        classes.append(draw(heirs()))
    if shape in {"owner", "owner of heir"}:
        classes.append(draw(owners(classes[-1].name)))
    return Program(tuple(classes))


__all__ = ["programs"]
