"""The facts of one file: plain, immutable records that every later phase works on.

Expressions and statements are a small language of their own, in evaluation order, without trivia. ``at`` is the ordinal
of a node among all nodes that were lowered from its chunk; :mod:`gatecheck.facts.locate` turns it into a span when, and
only when, somebody wants to see it. A chunk is what is parsed at once: a function, a method, or the rest of a module.
"""

from __future__ import annotations

from typing import Union

import msgspec


class Node(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of everything lowered."""


class Name(Node, frozen=True):
    """A variable."""

    id: str
    at: int


class Const(Node, frozen=True):
    """None, a truth value, an integer or a string."""

    value: bool | int | str | None


class Opaque(Node, frozen=True):
    """Something whose value nobody asks for (a float, an f-string); its parts are still evaluated."""

    parts: tuple[Expr, ...]


class Attr(Node, frozen=True):
    """``value.name``."""

    value: Expr
    name: str
    at: int


class Sub(Node, frozen=True):
    """``value[index]``."""

    value: Expr
    index: Expr
    at: int


class Slice(Node, frozen=True):
    """``low:high:step`` inside a subscript."""

    low: Expr | None
    high: Expr | None
    step: Expr | None


class Arg(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One argument: ``name`` for a keyword, ``stars`` 1 or 2 for an unpacked one."""

    value: Expr
    name: str | None
    stars: int


class Call(Node, frozen=True):
    """``func(args)``."""

    func: Expr
    args: tuple[Arg, ...]
    at: int


class Bin(Node, frozen=True):
    """An arithmetic or bitwise operation; ``op`` is its token."""

    op: str
    left: Expr
    right: Expr
    at: int


class Unary(Node, frozen=True):
    """``not``, ``-``, ``+`` or ``~``."""

    op: str
    value: Expr


class Compare(Node, frozen=True):
    """One comparison; a chain is a ``BoolOp`` of them."""

    op: str
    left: Expr
    right: Expr


class BoolOp(Node, frozen=True):
    """``and`` or ``or`` over several values."""

    op: str
    values: tuple[Expr, ...]


class Cond(Node, frozen=True):
    """``then if test else orelse``."""

    test: Expr
    then: Expr
    orelse: Expr


class Seq(Node, frozen=True):
    """A tuple, list or set display; ``kind`` is its name."""

    kind: str
    items: tuple[Expr, ...]


class DictLit(Node, frozen=True):
    """A dict display; a key is None for an unpacked mapping."""

    keys: tuple[Expr | None, ...]
    values: tuple[Expr, ...]


class Star(Node, frozen=True):
    """``*value`` in a display or an assignment target."""

    value: Expr


class Gen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One ``for target in iter if tests`` of a comprehension."""

    target: Expr
    iter: Expr
    tests: tuple[Expr, ...]


class Comp(Node, frozen=True):
    """A comprehension; ``key`` only for dicts; ``kind`` is list, set, dict or generator."""

    kind: str
    key: Expr | None
    value: Expr
    gens: tuple[Gen, ...]
    at: int


class Lambda(Node, frozen=True):
    """An anonymous function."""

    params: tuple[Param, ...]
    body: Expr
    at: int


class Await(Node, frozen=True):
    """``await value``."""

    value: Expr


class Yield(Node, frozen=True):
    """``yield value`` or ``yield from value``."""

    value: Expr | None
    delegates: bool
    at: int


class Walrus(Node, frozen=True):
    """``name := value``."""

    target: Expr
    value: Expr


Expr = Union[
    Name,
    Const,
    Opaque,
    Attr,
    Sub,
    Slice,
    Call,
    Bin,
    Unary,
    Compare,
    BoolOp,
    Cond,
    Seq,
    DictLit,
    Star,
    Comp,
    Lambda,
    Await,
    Yield,
    Walrus,
]


class Param(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One parameter; ``kind`` is positional, keyword, args or kwargs."""

    name: str
    kind: str
    default: Expr | None
    annotation: Expr | None


class Assign(Node, frozen=True):
    """``targets = value``, or a bare annotation where ``value`` is None."""

    targets: tuple[Expr, ...]
    value: Expr | None
    annotation: Expr | None
    at: int


class AugAssign(Node, frozen=True):
    """``target op= value``."""

    target: Expr
    op: str
    value: Expr
    at: int


class ExprStmt(Node, frozen=True):
    """An expression whose value is dropped."""

    value: Expr
    at: int


class Return(Node, frozen=True):
    """``return value``."""

    value: Expr | None
    at: int


class Raise(Node, frozen=True):
    """``raise exc``."""

    exc: Expr | None
    at: int


class Assert(Node, frozen=True):
    """``assert test``."""

    test: Expr
    at: int


class Delete(Node, frozen=True):
    """``del targets``."""

    targets: tuple[Expr, ...]


class Jump(Node, frozen=True):
    """``break`` or ``continue``."""

    kind: str


class If(Node, frozen=True):
    """A branch."""

    test: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    at: int


class For(Node, frozen=True):
    """A loop over an iterable; the body may run zero times."""

    target: Expr
    iter: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    at: int


class While(Node, frozen=True):
    """A loop on a condition."""

    test: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    at: int


class Handler(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One ``except`` clause."""

    type: Expr | None
    name: str | None
    body: tuple[Stmt, ...]


class Try(Node, frozen=True):
    """``try`` with everything that can follow."""

    body: tuple[Stmt, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Stmt, ...]
    final: tuple[Stmt, ...]


class WithItem(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One context manager and the name it is bound to."""

    value: Expr
    target: Expr | None


class With(Node, frozen=True):
    """A ``with`` block."""

    items: tuple[WithItem, ...]
    body: tuple[Stmt, ...]
    at: int


class Case(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One ``case`` of a ``match``: the names it binds and whether it always matches."""

    binds: tuple[str, ...]
    always: bool
    body: tuple[Stmt, ...]


class Match(Node, frozen=True):
    """A ``match`` statement."""

    subject: Expr
    cases: tuple[Case, ...]


class Binding(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One name that an import binds: ``name`` of ``module`` (None for the module itself), ``level`` dots before it."""

    bound: str
    module: str
    name: str | None
    level: int


class Import(Node, frozen=True):
    """An import statement; a star import binds the name ``*``."""

    bindings: tuple[Binding, ...]


class Uses(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a function's body mentions, nested functions included: the question most often asked of one.

    ``called`` are the names of called functions and methods; ``attrs`` every attribute that is named, ``stored`` those
    that are assigned to; ``names`` every variable.
    """

    called: frozenset[str]
    attrs: frozenset[str]
    stored: frozenset[str]
    names: frozenset[str]


class Function(Node, frozen=True):
    """A function, a method or, inside them, a nested function.

    ``chunk`` is the index of the chunk that the ordinals count in; ``at`` is the ordinal of the definition itself.
    ``uses`` is None in records that nobody lowered from source; :func:`gatecheck.facts.visit.uses` answers for both.
    """

    name: str
    params: tuple[Param, ...]
    decorators: tuple[Expr, ...]
    returns: Expr | None
    body: tuple[Stmt, ...]
    generator: bool
    chunk: int
    at: int
    uses: Uses | None = None


class ClassDef(Node, frozen=True):
    """A class with its body; methods that were cut out follow the rest of it, in source order."""

    name: str
    bases: tuple[Expr, ...]
    keywords: tuple[Arg, ...]
    decorators: tuple[Expr, ...]
    body: tuple[Stmt, ...]
    chunk: int
    at: int


Stmt = Union[
    Assign,
    AugAssign,
    ExprStmt,
    Return,
    Raise,
    Assert,
    Delete,
    Jump,
    If,
    For,
    While,
    Try,
    With,
    Match,
    Import,
    Function,
    ClassDef,
]


class FileFacts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Everything later phases know of one file: the module's statements, with all definitions in their places.

    ``whole`` says that the file was lowered as one chunk, since it could not be cut.
    """

    path: str
    body: tuple[Stmt, ...]
    whole: bool = False
