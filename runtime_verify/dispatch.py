"""Every operator that torch runs, seen as reads and writes of storages; CUDA-only requests are answered on the CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from gatecheck.runtime_verify.ledger import Ledger

# Operators that only look at shape, stride and type of the tensor they are given; the schema does not say so.
METADATA_ONLY = ("new_", "is_same_size", "sym_", "_has_compatible_shallow_copy_type")
METADATA_ONLY_SUFFIX = "_like"


class WatchedOperators(TorchDispatchMode):
    """Notes each operator's tensor arguments: mutated ones are writes, aliased ones are views, the others are reads.

    Which is which comes from the operator's schema (``alias_info``), not from names.
    """

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    # Any: the signature is torch's, and an operator returns whatever it returns.
    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Note the access, then run the operator."""
        named = kwargs or {}
        name = str(func.overloadpacket.__name__)
        if not name.startswith(METADATA_ONLY) and not name.endswith(METADATA_ONLY_SUFFIX):
            reads: list[torch.Tensor] = []
            writes: list[torch.Tensor] = []
            for argument, given in arguments(func, args, named):
                alias = argument.alias_info
                if alias is None:
                    reads += tensors_in(given)
                elif alias.is_write:
                    writes += tensors_in(given)
            self.ledger.access(f"aten::{name}", reads, writes)
        return func(*args, **named)


def arguments(func: Any, args: Sequence[Any], named: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs of schema argument and given value."""
    for position, argument in enumerate(func._schema.arguments):  # noqa: SLF001 - the only way to an operator's schema
        if position < len(args):
            yield argument, args[position]
        elif argument.name in named:
            yield argument, named[argument.name]


def tensors_in(value: object) -> list[torch.Tensor]:
    """The tensors of an operator's argument: one, a list of them, or none."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [item for item in value if isinstance(item, torch.Tensor)]
    return []


class OnCpu(TorchFunctionMode):
    """Answers requests for CUDA or pinned memory with plain CPU memory, so that CUDA-only code can run here."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Rewrite the device and the pinning, then go on."""
        named = dict(kwargs or {})
        if "device" in named and on_accelerator(named["device"]):
            named["device"] = "cpu"
        if named.get("pin_memory"):
            named["pin_memory"] = False
        if getattr(func, "__name__", "") == "pin_memory":
            return args[0]
        return func(*[cpu_for(value) for value in args], **named)


def on_accelerator(device: object) -> bool:
    """Whether a device argument names a CUDA device."""
    return isinstance(device, (str, torch.device)) and str(device).startswith("cuda")


def cpu_for(value: object) -> object:
    """A positional device argument (``tensor.to("cuda")``), moved to the CPU; everything else as it is."""
    return torch.device("cpu") if on_accelerator(value) else value
