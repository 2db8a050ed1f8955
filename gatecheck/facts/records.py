"""The facts of one file: plain, immutable records that every later phase works on.

Expressions and statements are a small language of their own, in evaluation order, without trivia. ``at`` is the ordinal
of a node among all nodes that were lowered from its chunk; :mod:`gatecheck.facts.locate` turns it into a span when, and
only when, somebody wants to see it. A chunk is what is parsed at once: a function, a method, or the rest of a module.
"""

from __future__ import annotations

from typing import Union

import msgspec

from gatecheck.facts.expressions import (
    Arg,
    Attr,
    Await,
    Bin,
    BoolOp,
    Call,
    Comp,
    Compare,
    Cond,
    Const,
    DictLit,
    Expr,
    Gen,
    Lambda,
    Name,
    Node,
    Opaque,
    Param,
    Seq,
    Slice,
    Star,
    Sub,
    Unary,
    Walrus,
    Yield,
)


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
    """One ``case`` of a ``match``: the names that its pattern binds, and whether that always matches.

    ``test`` compares the subject with the constants that the pattern is made of; None where it is anything else. A
    subject that is more than a variable or an attribute is opaque there, since it is evaluated once.
    """

    binds: tuple[str, ...]
    always: bool
    body: tuple[Stmt, ...]
    test: Compare | None = None
    guard: Expr | None = None


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


__all__ = [
    "Arg",
    "Assert",
    "Assign",
    "Attr",
    "AugAssign",
    "Await",
    "Bin",
    "Binding",
    "BoolOp",
    "Call",
    "Case",
    "ClassDef",
    "Comp",
    "Compare",
    "Cond",
    "Const",
    "Delete",
    "DictLit",
    "Expr",
    "ExprStmt",
    "FileFacts",
    "For",
    "Function",
    "Gen",
    "Handler",
    "If",
    "Import",
    "Jump",
    "Lambda",
    "Match",
    "Name",
    "Node",
    "Opaque",
    "Param",
    "Raise",
    "Return",
    "Seq",
    "Slice",
    "Star",
    "Stmt",
    "Sub",
    "Try",
    "Unary",
    "Uses",
    "Walrus",
    "While",
    "With",
    "WithItem",
    "Yield",
]
