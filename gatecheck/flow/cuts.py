"""The methods of tensors that are subscripts under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.linear import add
from gatecheck.flow.values import NONE, Lit, Seq, Sym, Value

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments

_ALL = Sym("slice", (NONE, NONE, NONE))


def as_index(name: str, args: Arguments) -> Value | None:
    """The subscript that a call of ``select`` or ``narrow`` is; None for any other, or along an axis not known."""
    axis = args.get(0, "dim")
    chosen = {"select": _selected, "narrow": _narrowed}.get(name, _nothing)(args)
    known = isinstance(axis, Lit) and isinstance(axis.value, int) and axis.value >= 0
    return Seq((*(_ALL,) * int(axis.value or 0), chosen)) if known and chosen is not None else None  # type: ignore[union-attr]


def _selected(args: Arguments) -> Value | None:
    return args.get(1, "index")


def _narrowed(args: Arguments) -> Value | None:
    low, length = args.get(1, "start"), args.get(2, "length")
    high = add(low, length) if low is not None and length is not None else None
    return Sym("slice", (low, high, NONE)) if high is not None else None


def _nothing(args: Arguments) -> None:
    del args
