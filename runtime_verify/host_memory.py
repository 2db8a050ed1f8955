"""Keeps track of host memory that a tree registers with CUDA and never gives back.

A freed buffer stays registered, and the next one at the same address cannot be registered again
(``cudaErrorHostMemoryAlreadyRegistered``); a server never meets this, because it builds its pools once.
"""

from __future__ import annotations

from typing import Any

import torch


class Registered:
    """Stands between the tree and ``torch.cuda.cudart()``, and can undo every registration."""

    def __init__(self) -> None:
        self.runtime = torch.cuda.cudart()
        self.addresses: dict[int, None] = {}
        torch.cuda.cudart = lambda: self

    # Any: the functions of the CUDA runtime, as torch exposes them.
    def __getattr__(self, name: str) -> Any:
        """Everything that is not watched."""
        return getattr(self.runtime, name)

    def cudaHostRegister(self, address: int, size: int, flags: int) -> Any:  # noqa: N802 - CUDA's own name
        """Register, and remember the address."""
        self.addresses[address] = None
        return self.runtime.cudaHostRegister(address, size, flags)

    def cudaHostUnregister(self, address: int) -> Any:  # noqa: N802 - CUDA's own name
        """Unregister, and forget the address."""
        self.addresses.pop(address, None)
        return self.runtime.cudaHostUnregister(address)

    def forget(self) -> None:
        """Undo all registrations; the buffers must not be in use."""
        torch.cuda.synchronize()
        for address in self.addresses:
            self.runtime.cudaHostUnregister(address)
        self.addresses.clear()
