"""Finds a pool's accessors, calls them, and sees what comes out. No accessor is known by name."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from types import FrameType, SimpleNamespace
from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.recipes import Values, arguments_for

LAYER_PARAMETER = re.compile(r"(^|_)layer(_id|_idx|_index)?$")
DEEPEST_RESULT = 4
LARGEST_RECORD = 4


class Accessor(Struct, frozen=True):
    """A public method that takes a layer. ``symbol`` is Class.method with the class whose body holds it."""

    name: str
    symbol: str
    parameter: str
    takes_object: bool

    def argument(self, layer: int) -> object:
        """What names the layer in a call: its id, or an object that carries it."""
        return layer_object(layer) if self.takes_object else layer


class Call(Struct, frozen=True):
    """One call: what it returned, which methods of the tree ran inside, or the error that it ended with."""

    result: object
    through: tuple[str, ...]
    error: Exception | None = None


def accessors_of(cls: type) -> Iterator[Accessor]:
    """The public methods of a class that take a layer id or a layer object, own and inherited."""
    for name, function in inspect.getmembers(cls, callable):
        if name.startswith("_") or not inspect.isfunction(inspect.unwrap(function)):
            continue
        parameter = layer_parameter(function)
        if parameter is not None:
            yield Accessor(name, f"{defining_class(cls, name)}.{name}", parameter, parameter == "layer")


def layer_parameter(function: Callable[..., object]) -> str | None:
    """The first required parameter that names a layer."""
    for name, parameter in inspect.signature(function).parameters.items():
        if LAYER_PARAMETER.search(name) and parameter.default is parameter.empty:
            return name
    return None


def defining_class(cls: type, name: str) -> str:
    """The class in the MRO whose body holds the method."""
    return next((base.__name__ for base in cls.__mro__ if name in vars(base)), cls.__name__)


def call(pool: object, accessor: Accessor, layer: int, values: Values, package: str) -> Call:
    """Call the accessor for one layer; errors of the tree's code are part of the answer.

    Raises:
        UnknownParameterError: a parameter of the accessor has neither a default nor a value.
    """
    method = getattr(pool, accessor.name)
    given = {**values, accessor.parameter: accessor.argument(layer)}
    chosen = arguments_for(method, given, *same_named(pool, accessor.name))
    trail = Trail(package)
    sys.setprofile(trail)
    try:
        result = method(**chosen)
    except Exception as error:  # noqa: BLE001 - an accessor may fail in any way here; the verdict says so
        return Call(None, trail.symbols(), error)
    finally:
        sys.setprofile(None)
    return Call(result, trail.symbols())


def same_named(pool: object, name: str) -> list[Callable[..., object]]:
    """The methods of that name of the objects that a pool holds, to which it may pass a call on."""
    held = [getattr(value, name, None) for value in vars(pool).values() if is_of_tree(value)]
    return [method for method in held if inspect.ismethod(method)]


def is_of_tree(value: object) -> bool:
    """Whether an object is one of the tree's own."""
    return type(value).__module__.startswith("sglang.")


def returns_nothing(cls: type, name: str) -> bool:
    """Whether the method says so, or its source has no value to return or yield: it cannot hand anything out."""
    if inspect.unwrap(getattr(cls, name)).__annotations__.get("return", ...) in {None, "None"}:
        return True
    try:
        source = textwrap.dedent(inspect.getsource(inspect.unwrap(getattr(cls, name))))
    except (OSError, TypeError):
        return False
    nodes = list(ast.walk(ast.parse(source)))
    yields = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
    returned = [node.value for node in nodes if isinstance(node, ast.Return)]
    return not yields and all(value is None or is_none(value) for value in returned)


def is_none(value: ast.expr) -> bool:
    """Whether an expression is the constant None."""
    return isinstance(value, ast.Constant) and value.value is None


def layer_object(layer: int) -> SimpleNamespace:
    """A stand-in for ``RadixAttention``, of which pools use the layer id and the scales."""
    return SimpleNamespace(layer_id=layer, k_scale=None, v_scale=None, k_scale_float=None, v_scale_float=None)


class Trail:
    """Names the functions of the tree that run, in order of first entry."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.seen: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a Python call; ``sys.setprofile`` calls this."""
        if event == "call" and str(frame.f_globals.get("__name__", "")).startswith(self.package):
            self.seen.setdefault(symbol_of(frame))

    def symbols(self) -> tuple[str, ...]:
        """What ran, without the accessor's own entry."""
        return tuple(self.seen)


def symbol_of(frame: FrameType) -> str:
    """Class.method of a running method, or the bare name of a function."""
    name = frame.f_code.co_name
    owner = frame.f_locals.get("self")
    for base in type(owner).__mro__:
        function = inspect.unwrap(vars(base).get(name) or symbol_of)
        if getattr(function, "__code__", None) is frame.f_code:
            return f"{base.__name__}.{name}"
    return name


# Any: an accessor returns whatever it returns.
def tensors_returned(value: Any, depth: int = DEEPEST_RESULT) -> list[torch.Tensor]:
    """The tensors that leave with a result: nested tuples, lists, dicts, records, and one object's own attributes."""
    if isinstance(value, torch.Tensor):
        return [value]
    if depth == 0 or value is None:
        return []
    return [tensor for item in parts_of(value) for tensor in tensors_returned(item, depth - 1)]


def parts_of(value: Any) -> list[Any]:
    """What a value is made of, if it can hold tensors; of a plain object the tensors and records, no neighbours."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in dataclasses.fields(value)]
    held = getattr(value, "__dict__", {})
    return [item for item in held.values() if isinstance(item, torch.Tensor) or is_tensor_record(item)]


def is_tensor_record(value: object) -> bool:
    """Whether an attribute is a small record that holds tensors itself, rather than another pool."""
    held = getattr(value, "__dict__", {})
    return 0 < len(held) <= LARGEST_RECORD and any(isinstance(item, torch.Tensor) for item in held.values())
