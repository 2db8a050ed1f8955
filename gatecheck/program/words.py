"""Which functions hold a word: asked often, answered without looking at every function each time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gatecheck.facts.deferred import Deferred
from gatecheck.facts.tokens import token

if TYPE_CHECKING:
    from collections.abc import Collection

    from gatecheck.facts.deferred import Asked
    from gatecheck.program.link import FunctionInfo


class Words:
    """Functions by the words of their text. One that has no text, since it was parsed at once, may hold any word."""

    def __init__(self, functions: dict[str, FunctionInfo]) -> None:
        self._functions = functions
        self._entered: list[FunctionInfo] = []
        self._any: list[int] = []
        self._holding: dict[bytes, list[int]] = {}
        self._asked: dict[int, Asked] = {}

    def having(self, words: Collection[str]) -> list[FunctionInfo]:
        """The functions that may hold one of these words, in the order of the program."""
        if len(self._entered) < len(self._functions):
            for info in islice(self._functions.values(), len(self._entered), None):
                self._enter(info)
        for asked in self._asked.values():
            asked.names.update(words)
        sought = [token(word) for word in words]
        if None in sought:
            return list(self._entered)
        found = set(self._any)
        for word in sought:
            found.update(self._holding.get(word or b"", ()))
        return [self._entered[number] for number in sorted(found)]

    def _enter(self, info: FunctionInfo) -> None:
        number = len(self._entered)
        self._entered.append(info)
        record: object = info.record
        if not isinstance(record, Deferred):
            self._any.append(number)
            return
        self._asked[id(record.asked)] = record.asked
        for word in record.tokens():
            self._holding.setdefault(word, []).append(number)
