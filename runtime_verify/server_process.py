"""What every process of a server that this package starts does first: stand-ins, and the delayed loader.

A ``sitecustomize`` in a folder of the run's own calls ``install``; nothing in the user's tree is touched.
"""

from __future__ import annotations

import importlib.abc
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from gatecheck.runtime_verify import model_types
from gatecheck.runtime_verify.standins import IMPORT_ONLY
from gatecheck.runtime_verify.standins import install as stand_in

DELAY = "GATECHECK_LOADER_DELAY_MS"
STAND_INS = "GATECHECK_STAND_INS"
# The modules whose classes start loads (0.5.2 to 0.5.23).
CONTROLLERS = (
    "sglang.srt.managers.cache_controller",
    "sglang.srt.mem_cache.hybrid_cache.hybrid_cache_controller",
)
SITE = "import gatecheck.runtime_verify.server_process as process\nprocess.install()\n"
CYCLES_PER_MS = 1_700_000


def install() -> None:
    """Do what the environment asks for."""
    asked = [name for name in os.environ.get(STAND_INS, "").split(",") if name]
    stand_in((*IMPORT_ONLY, *asked))
    sys.meta_path.insert(0, AfterImport((model_types.MODULE,), model_types.tolerate))
    delay = float(os.environ.get(DELAY, "0"))
    if delay:
        sys.meta_path.insert(0, AfterImport(CONTROLLERS, lambda module: delay_loads(module, delay)))


class AfterImport(importlib.abc.MetaPathFinder):
    """Runs something on a module right after it was imported."""

    def __init__(self, names: Sequence[str], then: Callable[[ModuleType], None]) -> None:
        self.names = frozenset(names)
        self.then = then

    def find_spec(self, fullname: str, path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        """The module's own spec, with its loader wrapped."""
        if fullname not in self.names:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                self.then(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def delay_loads(module: ModuleType, milliseconds: float) -> None:
    """Make every class of the module that starts loads start them late."""
    for cls in vars(module).values():
        if isinstance(cls, type) and cls.__module__ == module.__name__ and "start_loading" in vars(cls):
            cls.start_loading = late(cls.start_loading, milliseconds)  # type: ignore[attr-defined]


# Any: the controller is the tree's own class.
def late(start: Callable[..., Any], milliseconds: float) -> Callable[..., Any]:
    """``start_loading`` with the load stream kept busy before the first layer."""

    def start_loading(self: Any, *args: Any, **named: Any) -> Any:
        import torch

        # A scheduler asks in every step; only a step that has something to load is delayed.
        for stream in load_streams(self) if getattr(self, "load_queue", True) else ():
            with torch.cuda.stream(stream):
                torch.cuda._sleep(int(milliseconds * CYCLES_PER_MS))  # noqa: SLF001 - there is no public way
        return start(self, *args, **named)

    return start_loading


def load_streams(controller: Any) -> list[Any]:
    """The stream that a controller loads on (its own until 0.5.16, its transfer engine's from 0.5.18)."""
    engine = getattr(controller, "l2_transfer_engine", None)
    found = [getattr(controller, "load_stream", None), getattr(engine, "host_to_device_stream", None)]
    return [stream for stream in found if stream is not None]
