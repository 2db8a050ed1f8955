"""The answer of the analysis beside that of the reference."""

from __future__ import annotations

from dataclasses import dataclass

from gatecheck import sources
from gatecheck.check import Examined, Request, again, examine
from gatecheck.config import Settings
from tests.fuzz.expect import Expected, Judge
from tests.fuzz.text import source
from tests.fuzz.tree import Attempt, Body, Loop, Program

JOINED = frozenset({"GC001", "GC003", "GC007"})
"""Where rounds of a loop or the ways into a handler are joined, some ways and no way at all are not told apart."""


@dataclass(frozen=True)
class Disagreement:
    """What only one of both says: the defect that was not found, or the finding that has no defect."""

    symbol: str
    reference: tuple[str, ...]
    analysis: tuple[str, ...]


class Answers:
    """Asks both about one program after the other; the kit is read once."""

    def __init__(self, folder: str) -> None:
        tree = sources.resolve(sources.Where((folder,), "."))
        assert isinstance(tree, sources.Tree)
        self._request = Request(tree, Settings(), jobs=1)
        self._before: Examined = examine(self._request)

    def analysis(self, program: Program) -> dict[str, frozenset[str]]:
        """Return the rules that the analysis finds, by symbol."""
        report = again(self._request, self._before, {"program.py": source(program)}).report
        assert not report.failed, report.failed
        found: dict[str, frozenset[str]] = {}
        for each in report.findings:
            found[each.symbol] = found.get(each.symbol, frozenset()) | {each.rule}
        return found

    def disagreements(self, program: Program) -> list[Disagreement]:
        """Return where the answers differ."""
        expected = Judge(program).expected()
        joined = JOINED if any(_joins(m.body) for each in program.classes for m in each.methods) else frozenset()
        found = self.analysis(program)
        symbols = sorted({*found, *(each.symbol for each in expected)})
        return [
            Disagreement(symbol, _told(expected, symbol), tuple(sorted(found.get(symbol, ()))))
            for symbol in symbols
            if not _agree([each for each in expected if each.symbol == symbol], found.get(symbol, frozenset()), joined)
        ]


def _agree(expected: list[Expected], found: frozenset[str], joined: frozenset[str]) -> bool:
    """Tell whether each defect is named by a rule that may name it, and each rule names a defect."""
    allowed = [_widened(frozenset(each.rules), joined) for each in expected]
    told = all(found & rules or each.relayed for each, rules in zip(expected, allowed, strict=True))
    return told and found <= frozenset().union(*allowed)


def _widened(rules: frozenset[str], joined: frozenset[str]) -> frozenset[str]:
    return rules | joined if rules & joined else rules


def _joins(body: Body) -> bool:
    nested = (getattr(each, name, None) or () for each in body for name in ("body", "orelse", "handler", "final"))
    return any(isinstance(each, (Loop, Attempt)) for each in body) or any(_joins(each) for each in nested)


def _told(expected: list[Expected], symbol: str) -> tuple[str, ...]:
    return tuple(sorted({"|".join(each.rules) for each in expected if each.symbol == symbol}))
