"""Expressions of the small language that a file is lowered to, in evaluation order, without trivia."""

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
