"""What a check of a batch's mode says: that the batch can load, or that nothing is loading for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.values import Sym, Value

if TYPE_CHECKING:
    from gatecheck.config import Settings

# A kind of wait: what a check of the mode stands for on the way on which nothing is loading.
NOTHING_LOADS = "nothing loads"
_EQUALITY = {"==": True, "!=": False, "is": True, "is not": False, "in": True, "not in": False}


class Modes(msgspec.Struct, frozen=True):
    """The methods that ask a batch for its mode: whether it extends, and whether it only decodes or drafts."""

    extend: frozenset[str] = frozenset()
    decode: frozenset[str] = frozenset()

    @staticmethod
    def of(settings: Settings) -> Modes:
        """The methods that a configuration names."""
        return Modes(frozenset(settings.extend_tests), frozenset(settings.decode_tests))

    @property
    def every(self) -> frozenset[str]:
        """All of them."""
        return self.extend | self.decode

    @property
    def general(self) -> frozenset[str]:
        """Those that hold for every batch that can load, so that nothing is loading where one fails."""
        return frozenset(name for name in self.extend if _is_general(name))

    def said(self, cond: Value, truth: object) -> str | None:
        """What one check says: that the batch can load, that it cannot, or nothing.

        ``rest`` and ``other`` are what is left where a test of the one kind or of the other fails.
        """
        tests = tests_in(cond)
        if tests and tests <= self.extend:
            return "extend" if truth else "rest" if any(_is_general(name) for name in tests) else None
        if tests and tests <= self.decode:
            return "decode" if truth else "other" if any("decode" in name for name in tests) else None
        return "extend" if truth and tests & self.extend else None


def compared(test: r.Expr) -> tuple[tuple[r.Attr, ...], bool] | None:
    """The members of an enumeration that a test compares with, and whether it asks for one of them."""
    if not isinstance(test, r.Compare) or test.op not in _EQUALITY:
        return None
    items = test.right.items if isinstance(test.right, r.Seq) else (test.right,)
    members = tuple(item for item in items if isinstance(item, r.Attr))
    return (members, _EQUALITY[test.op]) if members and len(members) == len(items) else None


def as_test(members: tuple[r.Attr, ...]) -> Sym:
    """What asking the mode for these members would be."""
    return Sym("mode", tuple(f"is_{member.name.lower()}" for member in members))


def tests_in(cond: Value) -> frozenset[str]:
    """The tests of the mode that a condition is the result of."""
    if isinstance(cond, Sym) and cond.op == "mode":
        return frozenset(str(name) for name in cond.args)
    called = cond.args[0] if isinstance(cond, Sym) and cond.op == "call" else None
    if isinstance(called, Sym) and called.op == "attr":
        return frozenset({str(called.args[1])})
    if isinstance(called, Sym) and called.op == "unfollowed":
        return frozenset({str(called.args[0]).rpartition(".")[2]})
    return frozenset()


def _is_general(name: str) -> bool:
    """Whether a test of the mode holds for every batch that can load, so that its failing says that this cannot."""
    return "extend" in name or "prefill" in name
