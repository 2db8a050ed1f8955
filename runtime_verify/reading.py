"""One accessor's read as work on a stream: what it returns is copied into memory that was taken beforehand.

Nothing here may allocate device memory while the loader is held: a first ``cudaMalloc`` waits for the whole device.
"""

from __future__ import annotations

from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.accessors import Accessor, Call, call, tensors_returned
from gatecheck.runtime_verify.recipes import Values

PACKAGE = "sglang."


class Slice(Struct, frozen=True):
    """The rows of one session: token slots, and the pages that hold them."""

    slots: torch.Tensor
    pages: torch.Tensor
    highest_slot: int
    highest_page: int


class Snapshot(Struct, frozen=True):
    """The bytes that a read saw, one row a returned tensor."""

    parts: tuple[torch.Tensor, ...]

    def same_as(self, other: Snapshot) -> bool:
        """Whether all bytes are equal; synchronises with the current stream only."""
        if [part.shape for part in self.parts] != [part.shape for part in other.parts]:
            return False
        return all(bool((mine == theirs).all()) for mine, theirs in zip(self.parts, other.parts, strict=True))


class Reading(Struct, frozen=True):
    """An accessor of a root object with the arguments that worked; ``rows`` narrows what is copied to one session."""

    root: Any
    accessor: Accessor
    values: Values
    rows: Slice | None = None

    def read(self, layer: int) -> Call:
        """Call the accessor on the current stream."""
        return call(self.root, self.accessor, layer, self.values, PACKAGE)

    def snapshot(self, layer: int) -> Snapshot:
        """Call it and copy what it returns, on the current stream.

        Raises:
            Exception: whatever the accessor raises.
        """
        answer = self.read(layer)
        if answer.error is not None:
            raise answer.error
        return Snapshot(tuple(bytes_of(t, self.rows) for t in tensors_returned(answer.result)))


def bytes_of(tensor: torch.Tensor, rows: Slice | None) -> torch.Tensor:
    """The bytes of a session's rows: token rows if the tensor has them, page rows if it has those, else all of it."""
    raw = tensor.contiguous().view(torch.uint8) if tensor.dim() else tensor.view(1).view(torch.uint8)
    if rows is not None and raw.shape[0] > rows.highest_slot:
        return raw.index_select(0, rows.slots)
    if rows is not None and raw.shape[0] > rows.highest_page:
        return raw.index_select(0, rows.pages)
    return raw.clone()


def slice_of(slots: torch.Tensor, page_size: int) -> Slice:
    """The rows of one session's slots."""
    pages = torch.unique(slots // page_size)
    return Slice(slots, pages, int(slots.max()), int(pages.max()))
