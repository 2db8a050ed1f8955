"""What shows that a buffer is loaded: who writes it, and for which pools its host object was made."""

from __future__ import annotations

import msgspec

from gatecheck.flow.paths import bases_of
from gatecheck.flow.state import State
from gatecheck.flow.values import Cls, Sym, Value, options, parts


class Evidence(msgspec.Struct, frozen=True):
    """One write of a load: the path on an unknown pool that it goes to, and the place of the write.

    ``assigned`` says that rows are assigned there, or filled in place: whatever it is, it holds tensors. What is only
    handed to something that may write it can be a number as well. ``called`` says that the load leaves the writing to
    what it calls there: not what the call returns is written into, but whatever it writes.
    """

    path: Sym
    loader: str
    place: tuple[str, int]
    host: int
    assigned: bool = False
    called: bool = False


class Made(msgspec.Struct, frozen=True):
    """How a host object was made: for which pool, and which classes the code had checked it, and its owners, for."""

    pool: Value
    checked: frozenset[str]
    owners: tuple[tuple[Value, frozenset[str]], ...] = ()


def made_by(pool: Value, st: State) -> Made:
    """What the code on the way had checked a pool, and the unknowns that it was reached through, for."""
    bases = [base for option in options(pool) if isinstance(option, Sym) for base in bases_of(option)]
    owners = tuple((base, classes) for base in bases if (classes := checked(base, st)))
    return Made(pool, checked(pool, st), owners)


def all_checked(st: State) -> list[tuple[object, set[str]]]:
    """Every unknown that the code on the way had checked with ``isinstance``, and for which classes."""
    return [
        (cond.args[0], {p.key for p in parts(cond.args[1]) if isinstance(p, Cls)})  # type: ignore[arg-type]
        for cond, holds in st.conds.items()
        if holds and isinstance(cond, Sym) and cond.op == "isinstance"
    ]


def checked(pool: Value, st: State) -> frozenset[str]:
    """The classes that the code on the way has checked a pool for, with ``isinstance``."""
    found = set()
    for cond, holds in st.conds.items():
        if holds and isinstance(cond, Sym) and cond.op == "isinstance" and cond.args[0] == pool:
            found |= {p.key for p in parts(cond.args[1]) if isinstance(p, Cls)}  # type: ignore[arg-type]
    return frozenset(found)
