"""Every path of a program: choices are made one way after the other, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")
MOST = 400


class TooManyPathsError(Exception):
    """A program has more paths than are worth executing."""


class Oracle:
    """Answers each question of one path; what it said before it says again, and then the first answer."""

    def __init__(self, said: list[int]) -> None:
        self.said = said
        self.asked: list[int] = []

    def choose(self, count: int) -> int:
        """Return one of ``count`` answers."""
        position = len(self.asked)
        if position == len(self.said):
            self.said.append(0)
        self.asked.append(count)
        return self.said[position]


def every(run: Callable[[Oracle], T]) -> Iterator[T]:
    """Run once for each combination of answers."""
    said: list[int] = []
    for _ in range(MOST):
        oracle = Oracle(said)
        yield run(oracle)
        said = said[: len(oracle.asked)]
        while said and said[-1] + 1 == oracle.asked[len(said) - 1]:
            said.pop()
        if not said:
            return
        said[-1] += 1
    raise TooManyPathsError
