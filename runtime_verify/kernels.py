"""Stand-ins for kernels that cannot run on a CPU: each launch counts as a read (or write) of its tensor arguments.

A kernel reads its buffers on the stream that it is launched on, so the launch is the moment that has to be ordered.
What it would have computed is not computed: results have the right shape and no meaning.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from gatecheck.runtime_verify.ledger import Ledger

KERNEL_PACKAGES = ("sgl_kernel",)
WRITTEN = "dst"
READ = "src"
NOT_DATA = ("indices", "index", "loc")
LONGEST_POINTER_TABLE = 4096


class Launches:
    """Notes launches in a ledger. A transfer kernel says by its parameter names what it writes (``dst…``)."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def transfer(self, name: str) -> Callable[..., None]:
        """A stand-in for one copy kernel of ``sgl_kernel.kvcacheio``."""

        def launch(*args: object, **named: object) -> None:
            reads = [t for key, value in named.items() if READ in key for t in self.data(key, value)]
            writes = [t for key, value in named.items() if WRITTEN in key for t in self.data(key, value)]
            unnamed = [t for value in args for t in all_tensors(value)]
            check_rows(name, named.get("dst_indices"), writes)
            self.ledger.access(name, reads + unnamed, writes + unnamed)

        launch.__name__ = name
        return launch

    def kernel(self, name: str, tensors: list[torch.Tensor]) -> None:
        """One launch of a kernel that does not say what it writes: everything that it is given is read."""
        pointed = [t for tensor in tensors for t in self.pointed_at(tensor)]
        self.ledger.access(f"kernel {name}", tensors + pointed, [])

    def data(self, key: str, value: object) -> list[torch.Tensor]:
        """The buffers behind one argument, through pointer tables too; index tensors are no buffers."""
        if any(word in key for word in NOT_DATA):
            return []
        return [t for tensor in all_tensors(value) for t in (tensor, *self.pointed_at(tensor))]

    def pointed_at(self, tensor: torch.Tensor) -> list[torch.Tensor]:
        """The loaded buffers whose addresses stand in an integer tensor."""
        if tensor.dtype not in {torch.int64, torch.uint64} or tensor.numel() > LONGEST_POINTER_TABLE:
            return []
        ledger_phase, self.ledger.phase = self.ledger.phase, type(self.ledger.phase).IDLE
        addresses = [int(address) for address in tensor.flatten().tolist()]
        self.ledger.phase = ledger_phase
        found = [write for address in addresses if (write := self.ledger.at_address(address))]
        return [bytes_at(write.extent.first, write.extent.end) for write in found]


def check_rows(kernel: str, rows: object, targets: list[torch.Tensor]) -> None:
    """What the real copy would answer with an illegal access, if a target is too short for the rows it is given.

    Raises:
        IndexError: a row lies outside a target.
    """
    if not isinstance(rows, torch.Tensor) or rows.numel() == 0:
        return
    last = int(rows.max())
    for target in targets:
        if target.dim() and last >= target.shape[0]:
            raise IndexError(f"{kernel} would write row {last} of a buffer with {target.shape[0]} rows")


def bytes_at(first: int, end: int) -> torch.Tensor:
    """A view of raw memory, used for its address and length only."""
    import ctypes

    return torch.frombuffer((ctypes.c_uint8 * (end - first)).from_address(first), dtype=torch.uint8)


def all_tensors(value: object) -> list[torch.Tensor]:
    """The tensors in an argument, nested lists included."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in all_tensors(item)]
    return []


class KernelModule(ModuleType):
    """A kernel package that is not installed: every public name is a transfer stand-in."""

    def __init__(self, name: str, launches: Launches) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__spec__ = ModuleSpec(name, None, is_package=True)
        self.__version__ = "0.0.0"
        self._launches = launches

    # Any: stands for whatever the real package has under that name.
    def __getattr__(self, name: str) -> Any:
        """A stand-in for any public function; dunder look-ups fail as in a real module."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self._launches.transfer(name)


def install_kernel_packages(launches: Launches) -> tuple[str, ...]:
    """Put stand-ins for absent kernel packages into ``sys.modules``; an installed package is replaced too.

    The real one would refuse CPU tensors, or has no CPU build at all.
    """
    for package in KERNEL_PACKAGES:
        for name in (package, f"{package}.kvcacheio"):
            sys.modules[name] = KernelModule(name, launches)
        sys.modules[package].kvcacheio = sys.modules[f"{package}.kvcacheio"]  # type: ignore[attr-defined]
    return KERNEL_PACKAGES


def bind_guarded_imports(module: ModuleType, launches: Launches) -> None:
    """Give ``module`` the kernel names that it imports only on a GPU (``if is_cuda(): from sgl_kernel… import …``)."""
    for name in guarded_names(Path(str(module.__file__)).read_text(encoding="utf-8")):
        if not hasattr(module, name):
            setattr(module, name, launches.transfer(name))


def guarded_names(source: str) -> Iterator[str]:
    """The names that a source imports from kernel packages, anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in KERNEL_PACKAGES:
            yield from (alias.asname or alias.name for alias in node.names)


def intercept_triton(launches: Launches) -> bool:
    """Turn each Triton launch into an access; False where Triton is not installed."""
    try:
        from triton.runtime import autotuner, jit
    except ImportError:
        return False

    def run(self: Any, *args: object, **named: object) -> None:
        name = getattr(self, "__name__", None) or getattr(getattr(self, "fn", None), "__name__", "triton")
        launches.kernel(str(name), all_tensors([*args, *named.values()]))

    for launcher in (jit.JITFunction, autotuner.Autotuner, autotuner.Heuristics):
        launcher.run = run
    return True


class JitModule:
    """What a compiled C++ or CUDA module looks like: every function is a launch."""

    def __init__(self, launches: Launches, name: str) -> None:
        self._launches = launches
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., None]:
        """A launch of ``function``."""
        if function.startswith("__"):
            raise AttributeError(function)

        def launch(*args: object, **named: object) -> None:
            self._launches.kernel(f"{self._name}.{function}", all_tensors([*args, *named.values()]))

        return launch
