"""What a check of a batch's mode says: that the batch can load, or that nothing is loading for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.values import Sym, Value
from gatecheck.program.asking import Asking, is_general, test_for

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.facts import records as r

# A kind of wait: what a check of the mode stands for on the way on which nothing is loading.
NOTHING_LOADS = "nothing loads"


class Modes(Asking, frozen=True):
    """The methods that ask for the mode, and what the outcome of a test says that is made of them."""

    @staticmethod
    def of(settings: Settings) -> Modes:
        """The methods that a configuration names."""
        return Modes(frozenset(settings.extend_tests), frozenset(settings.decode_tests))

    def said(self, cond: Value, truth: object) -> str | None:
        """What one check says: that the batch can load, that it cannot, or nothing.

        ``rest`` and ``other`` are what is left where a test of the one kind or of the other fails.
        """
        tests = tests_in(cond)
        if tests and tests <= self.extend:
            return "extend" if truth else "rest" if any(is_general(name) for name in tests) else None
        if tests and tests <= self.decode:
            return "decode" if truth else "other" if any("decode" in name for name in tests) else None
        return "extend" if truth and tests & self.extend else None


def as_test(members: tuple[r.Attr, ...]) -> Sym:
    """What asking the mode for these members would be."""
    return Sym("mode", tuple(test_for(member) for member in members))


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
