"""Makes one pool object, with what its constructor asks for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from gatecheck.runtime_verify.recipes import (
    Geometry,
    UnknownParameterError,
    Values,
    arguments_for,
    compressed_values,
    constructors_behind,
    parameters_of,
    pool_values,
)
from gatecheck.runtime_verify.sglang_tree import first_line

# What ``hisparse_memory_pool.py`` calls the table from slots to rows.
ROW_TABLE = "full_to_hisparse_device_index_mapping"


class CannotBuildError(Exception):
    """No builder of the tree makes a host side for this pool; the text says what each of them answered."""


# Any: pools are the tree's own classes, which differ from release to release.
def construct(cls: type, geometry: Geometry, requests: Any) -> Any:
    """A pool object.

    Raises:
        CannotBuildError: the constructor wants something unknown, or fails.
    """
    values = (compressed_values if "compression_ratios" in names_of(cls) else pool_values)(geometry)
    if requests is not None:
        values["mamba_pool"] = requests.mamba_pool
    pool = constructed(cls, values)
    map_slots(pool)
    return pool


def constructed(cls: type, values: Values) -> Any:
    """An object with what its constructor names, or failing that also with what its bases' constructors name.

    Raises:
        CannotBuildError: the constructor wants something unknown, or fails.
    """
    try:
        return attempt(cls, values)
    except CannotBuildError:
        return attempt(cls, values, *constructors_behind(cls))


def attempt(cls: type, values: Values, *bases: Callable[..., object]) -> Any:
    """An object, with what these constructors name.

    Raises:
        CannotBuildError: the constructor wants something unknown, or fails.
    """
    try:
        return cls(**arguments_for(cls, values, *bases))
    except UnknownParameterError as error:
        raise CannotBuildError(f"constructor: {error}") from error
    except Exception as error:
        raise CannotBuildError(f"constructor: {type(error).__name__}: {first_line(error)}") from error


def names_of(cls: type) -> set[str]:
    """The names of the parameters of a constructor."""
    return {parameter.name for parameter in parameters_of(cls, *constructors_behind(cls))}


def map_slots(pool: Any) -> None:
    """Give a pool that keeps its rows elsewhere than their slots say a table in which each slot is its own row.

    A mapping of another kind comes from the pool's allocator (``SWATokenToKVPoolAllocator``).
    """
    register = getattr(pool, "register_mapping", None)
    if register is not None and ROW_TABLE in inspect.signature(register).parameters:
        rows = int(getattr(pool, "size", 0)) + 2 * int(getattr(pool, "page_size", 1))
        register(torch.arange(rows, dtype=torch.int64, device=pool.device))
