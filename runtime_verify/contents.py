"""Finds the buffers on both sides of a stack, and fills them with bytes that a reader can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

POISON = 0xFF
# Host bytes are drawn below this, so that poison never looks like data.
HIGHEST_BYTE = 200
DEEPEST_POOL = 5
# Index and pointer tables would lead kernels astray if they were filled; no key, value, state or scale has these types.
TABLES = (torch.int32, torch.int64, torch.uint64, torch.bool)


# Any: pools are the tree's own classes.
def buffers_of(roots: tuple[Any, ...], device: str) -> tuple[torch.Tensor, ...]:
    """Every data tensor on ``device`` ("cuda" or "cpu") that hangs below the roots, each storage once."""
    found: dict[int, torch.Tensor] = {}
    seen: set[int] = set()
    for root in roots:
        for tensor in walk(root, DEEPEST_POOL, seen):
            if tensor.device.type == device and tensor.dtype not in TABLES and tensor.numel():
                known = found.get(tensor.untyped_storage().data_ptr())
                if known is None or known.numel() < tensor.numel():
                    found[tensor.untyped_storage().data_ptr()] = tensor
    return tuple(found.values())


def walk(value: Any, depth: int, seen: set[int]) -> Iterator[torch.Tensor]:
    """The tensors below a value: containers, and the attributes of the tree's own objects."""
    if isinstance(value, torch.Tensor):
        yield value
        return
    if depth == 0 or id(value) in seen:
        return
    seen.add(id(value))
    for item in held_by(value):
        yield from walk(item, depth - 1, seen)


def held_by(value: Any) -> list[Any]:
    """What a container or an object of the tree holds."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    own = type(value).__module__.startswith("sglang.")
    return list(vars(value).values()) if own and hasattr(value, "__dict__") else []


def as_bytes(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes of a tensor's whole storage, as one row."""
    return torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(tensor.untyped_storage())


def fill_host(buffers: tuple[torch.Tensor, ...], seed: int) -> None:
    """Random bytes everywhere, the same for the same seed."""
    generator = torch.Generator().manual_seed(seed)
    for buffer in buffers:
        as_bytes(buffer).random_(0, HIGHEST_BYTE, generator=generator)


def poison(buffers: tuple[torch.Tensor, ...]) -> None:
    """Fill device buffers with a byte that no host buffer holds."""
    for buffer in buffers:
        as_bytes(buffer).fill_(POISON)
