"""Puts the simulated device under torch, once, in a process that does nothing else."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.dispatch import OnCpu, WatchedOperators
from gatecheck.runtime_verify.kernels import (
    JitModule,
    Launches,
    bind_guarded_imports,
    install_kernel_packages,
    intercept_triton,
)
from gatecheck.runtime_verify.ledger import Ledger
from gatecheck.runtime_verify.streams import DeviceModule, World

DEVICE_NAMES = (
    "Stream",
    "Event",
    "stream",
    "current_stream",
    "default_stream",
    "synchronize",
    "current_device",
    "device_count",
)
# Where releases keep the function that compiles a CUDA source at first use (0.5.9 to 0.5.16, and from 0.5.20).
JIT_LOADER = "load_jit"
JIT_LOADERS = ("sglang.jit_kernel.utils", "sglang.kernels.jit.utils.compile.loader", "sglang.kernels.jit.utils")


class Simulation(Struct, frozen=True):
    """The parts of one simulated device."""

    world: World
    ledger: Ledger
    launches: Launches
    module: DeviceModule

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """See every operator; requests for CUDA memory are answered on the CPU."""
        with OnCpu(), WatchedOperators(self.ledger):
            yield


class NoCudaRuntime:
    """Stands in for ``torch.cuda.cudart()``: registering host memory succeeds and does nothing."""

    def __getattr__(self, name: str) -> Any:
        """Every call of the runtime returns success (0)."""
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_args: 0


def install() -> Simulation:
    """Replace torch's streams, events and kernels in this process by simulated ones; there is no way back."""
    world = World()
    ledger = Ledger(world)
    launches = Launches(ledger)
    module = DeviceModule(world)
    for owner in (torch.cuda, torch.cpu):
        for name in DEVICE_NAMES:
            setattr(owner, name, getattr(module, name))
    torch.get_device_module = lambda _device=None: module
    torch.cuda.cudart = NoCudaRuntime
    install_kernel_packages(launches)
    intercept_triton(launches)
    return Simulation(world, ledger, launches, module)


def finish_imports(simulation: Simulation) -> None:
    """Give the tree's modules, now that they are imported, the kernels that they take only on a GPU."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("sglang.srt.mem_cache") and str(getattr(module, "__file__", "")).endswith(".py"):
            bind_guarded_imports(module, simulation.launches)


def intercept_jit(simulation: Simulation) -> None:
    """Make kernels that are compiled at first use launches as well; call it before the tree's other modules load."""
    for name in JIT_LOADERS:
        loader = module_or_none(name)
        if loader is not None and hasattr(loader, JIT_LOADER):
            setattr(loader, JIT_LOADER, lambda *parts, **_: JitModule(simulation.launches, "_".join(map(str, parts))))


def module_or_none(name: str) -> ModuleType | None:
    """The module, or None where this release has none of that name."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if name.startswith(error.name or "\0"):
            return None
        raise
