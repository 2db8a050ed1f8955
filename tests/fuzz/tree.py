"""What a generated program is made of: a tree that is printed as Python, and executed path by path."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Index(Enum):
    """A number by which an event is waited for or a buffer is asked; the value is its text."""

    OWN = "layer_id - self.start_layer"
    GLOBAL = "layer_id"
    BEFORE = "layer_id - self.start_layer - 1"
    MAPPED = "self.mapping[layer_id]"
    LOOKED_UP = "self.mapping.get(layer_id)"
    SLOT = "slot"


class Form(Enum):
    """How a wait asks for its counter."""

    CHECKED = "checked"
    ALIAS = "alias"
    GETATTR = "getattr"
    LEAVES_EARLY = "leaves early"


class Copying(Enum):
    """How data is made of a buffer's layer; the value stands behind the layer."""

    CLONE = ".clone()"
    GATHER = "[loc]"
    SCALED = " * 2"
    MOVED = ".to('cpu')"


class Test(Enum):
    """What a branch asks for."""

    FAST = "fast"
    WIDE = "self.wide"
    NOT_FAST = "not fast"


class Registration(Enum):
    """What an owner does with the counter of the pool that it owns."""

    MUTES = "None"
    FORWARDS = "counter"
    KEEPS = ""


@dataclass(frozen=True)
class Layer:
    """One layer of a buffer of ``self`` or of the pool that it owns, through a property where ``via`` says so."""

    buffer: str
    index: Index = Index.OWN
    inner: bool = False
    via: bool = False


@dataclass(frozen=True)
class Var:
    """A variable that holds a layer, or data."""

    name: str


@dataclass(frozen=True)
class Copied:
    """Data made of a layer or of what a variable holds."""

    source: Layer | Var
    how: Copying


@dataclass(frozen=True)
class Ask:
    """A call of a method that hands something out: of ``self``, of its base class, or of the pool that it owns."""

    method: str
    receiver: str = "self"
    index: Index = Index.GLOBAL
    fast: str = ""


Given: TypeAlias = "Layer | Var | Copied | Ask"


@dataclass(frozen=True)
class Wait:
    """A wait for one event on the counter of ``self``."""

    index: Index
    form: Form = Form.CHECKED


@dataclass(frozen=True)
class WaitForAll:
    """A wait for the last event, or for each in turn."""

    loop: bool


@dataclass(frozen=True)
class Synchronize:
    """A wait of the host for everything."""


@dataclass(frozen=True)
class Hold:
    """A call of a method for what it waits for; with ``slot``, for the index that it returns too."""

    method: str
    slot: bool = False
    fast: str = ""


@dataclass(frozen=True)
class Slot:
    """The index, computed ahead."""

    index: Index


@dataclass(frozen=True)
class Keep:
    """Something is kept in a variable."""

    name: str
    value: Given


@dataclass(frozen=True)
class Leave:
    """The method returns something, or nothing."""

    value: Given | None


@dataclass(frozen=True)
class Both:
    """The method returns a pair."""

    first: Given
    second: Given


@dataclass(frozen=True)
class Fail:
    """The method raises."""


@dataclass(frozen=True)
class Branch:
    """Two ways."""

    test: Test
    body: Body
    orelse: Body = ()


@dataclass(frozen=True)
class Loop:
    """A body that runs never, once or more often; ``times`` is a number where that is known."""

    body: Body
    times: int | None = None
    leaves: bool = False


@dataclass(frozen=True)
class Attempt:
    """A body that may fail at each of its statements, what then happens, and what happens in any case."""

    body: Body
    handler: Body | None
    final: Body = ()


@dataclass(frozen=True)
class OnStream:
    """A body on another stream, which may have been put behind the current one first."""

    body: Body
    ordered: bool


Statement: TypeAlias = (
    "Wait | WaitForAll | Synchronize | Hold | Slot | Keep | Leave | Both | Fail | Branch | Loop | Attempt | OnStream"
)
Body: TypeAlias = "tuple[Statement, ...]"


@dataclass(frozen=True)
class Method:
    """A method; ``returns`` is the index that a helper hands back, if any."""

    name: str
    body: Body
    returns: Index | None = None

    @property
    def is_accessor(self) -> bool:
        """Whether others may call it."""
        return not self.name.startswith("_")


@dataclass(frozen=True)
class PoolClass:
    """A pool class: its base, its methods, and the pool that it owns."""

    name: str
    base: str
    methods: tuple[Method, ...]
    inner: str | None = None
    registration: Registration = Registration.MUTES
    mapped: bool = True


@dataclass(frozen=True)
class Program:
    """Pool classes, in the order of the text."""

    classes: tuple[PoolClass, ...]
