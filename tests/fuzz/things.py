"""What the reference interpreter handles: pool objects, addresses, reads and data, and how a method may end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Thing:
    """A pool object: how its counter answers, its first layer, and which event its layers have."""

    cls: str
    live: bool
    start: int
    events: tuple[tuple[int, int], ...] = ()
    inner: Thing | None = None
    mapped: bool = True

    def event_of(self, layer: int) -> int:
        """Return the event of one of its layers."""
        return dict(self.events).get(layer, layer)


@dataclass(frozen=True)
class Rows:
    """The address of one layer, and the methods that it was handed on by."""

    thing: Thing
    buffer: str
    layer: int
    through: tuple[str, ...] = ()


@dataclass(frozen=True)
class Read:
    """One read: the event that it needs, and what was known when it happened."""

    buffer: str
    event: int
    through: tuple[str, ...]
    known: frozenset[int]
    elsewhere: frozenset[int]
    dead: bool
    at: int
    leaves: bool


@dataclass(frozen=True)
class Copies:
    """Data, with the reads behind it: they count once somebody gets the data."""

    reads: tuple[Read, ...]


Held: TypeAlias = "Rows | Copies | int | tuple[Held, ...] | None"


class Returned(Exception):  # noqa: N818
    """A method returns."""

    def __init__(self, value: Held) -> None:
        super().__init__()
        self.value = value


class Left(Exception):  # noqa: N818
    """A loop is left."""


class Failed(Exception):  # noqa: N818
    """Something raised."""
