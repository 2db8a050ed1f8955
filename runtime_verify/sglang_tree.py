"""Importing the user's SGLang tree in this process, and what it holds: pool classes, builders, arguments.

Nothing here knows an accessor. Module and class names are those of releases 0.5.9 to 0.5.23.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from gatecheck.runtime_verify.model_types import tolerate_installed
from gatecheck.runtime_verify.records import MissingPackage, Skipped

NEEDED = (
    "sglang.srt.server_args",
    "sglang.srt.managers.cache_controller",
    "sglang.srt.mem_cache.memory_pool",
)
WANTED = (
    "sglang.srt.mem_cache.allocator",
    "sglang.srt.mem_cache.cache_init_params",
    "sglang.srt.mem_cache.memory_pool_host",
    "sglang.srt.mem_cache.hiradix_cache",
    "sglang.srt.mem_cache.hi_mamba_radix_cache",
    "sglang.srt.mem_cache.hybrid_cache.hybrid_pool_assembler",
    "sglang.srt.mem_cache.unified_cache_components",
    "sglang.srt.mem_cache.unified_cache.component_type",
)
OWN = "sglang"
PACKAGES = ("sglang.srt.mem_cache", "sglang.srt.mem_cache.pool_host", "sglang.srt.mem_cache.allocator")
POOL_WORDS = ("pool", "swa", "key_cache", "compress_state")
# A class that inherits from a key-value pool, wherever in the tree it stands.
POOL_CLASS = re.compile(r"^class \w+\([^)]*(?:KVPool|KVCache)\b", re.MULTILINE)
# Where the import name is not the name on the package index.
INDEX_NAMES = {"PIL": "pillow", "zmq": "pyzmq", "tvm_ffi": "apache-tvm-ffi", "sgl_kernel": "sglang-kernel"}


class MissingPackageError(Exception):
    """An import of the tree failed for a package that is not the tree's own."""

    def __init__(self, missing: MissingPackage) -> None:
        super().__init__(f"{missing.package}: {missing.command}")
        self.missing = missing


class Tree(Struct, frozen=True):
    """The imported modules by name, and those that would not import."""

    path: str
    version: str
    modules: tuple[ModuleType, ...]
    failed: tuple[Skipped, ...]

    def module(self, name: str) -> ModuleType | None:
        """An imported module of the tree, or None."""
        return next((m for m in self.modules if m.__name__ == name), None)

    def find(self, name: str) -> object | None:
        """The first thing of that name in any imported module."""
        return next((getattr(m, name) for m in self.modules if hasattr(m, name)), None)

    def classes(self) -> Iterator[type]:
        """Every class that the tree's memory-cache modules define, in the order of the modules."""
        for module in self.modules:
            for _, value in sorted(vars(module).items()):
                if inspect.isclass(value) and value.__module__ == module.__name__:
                    yield value


def load(path: Path, prepare: Callable[[], None]) -> Tree:
    """Import the tree's memory-cache modules from ``path`` (which holds the package folder ``sglang``).

    Raises:
        MissingPackageError: a package that the needed modules import is absent or broken.
    """
    sys.path.insert(0, str(path))
    tolerate_installed()
    prepare()
    modules = [import_needed(name) for name in NEEDED]
    failed: list[Skipped] = []
    for name in dict.fromkeys((*WANTED, *submodules(), *pool_modules(path))):
        module = import_wanted(name)
        if isinstance(module, ModuleType):
            modules.append(module)
        elif module is not None:
            failed.append(module)
    return Tree(str(path), version(), tuple(dict.fromkeys(modules)), tuple(failed))


def import_wanted(name: str) -> ModuleType | Skipped | None:
    """A module, why it does not import, or None where this release has none of that name."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if name.startswith(error.name or "\0"):
            return None
        return Skipped(name, f"needs the package {error.name}, which is not installed")
    except Exception as error:  # noqa: BLE001 - a module of the tree may fail in any way; it is reported
        return Skipped(name, f"{type(error).__name__}: {first_line(error)}")


def version() -> str:
    """The tree's own version, or an empty string where it has none."""
    return str(getattr(sys.modules.get("sglang"), "__version__", ""))


def submodules() -> Iterator[str]:
    """The modules of the memory-cache package whose names speak of pools."""
    for package in PACKAGES:
        paths = getattr(sys.modules.get(package), "__path__", ())
        for found in pkgutil.iter_modules(paths):
            if any(word in found.name for word in POOL_WORDS) or package != PACKAGES[0]:
                yield f"{package}.{found.name}"


def pool_modules(path: Path) -> Iterator[str]:
    """The modules of the tree in whose source a class inherits from a key-value pool, backends of other devices too."""
    for file in sorted((path / "sglang" / "srt").rglob("*.py")):
        if POOL_CLASS.search(file.read_text(encoding="utf-8", errors="replace")):
            yield ".".join(file.relative_to(path).with_suffix("").parts)


def import_needed(name: str) -> ModuleType:
    """Import a module without which there is nothing to prove.

    Raises:
        MissingPackageError: what it imports is absent or broken.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        package = (error.name or name).split(".")[0]
        if package == OWN:
            raise MissingPackageError(MissingPackage(error.name or name, "", "the tree has no such module")) from error
        raise MissingPackageError(MissingPackage(package, install_command(package))) from error
    except (ImportError, OSError, RuntimeError) as error:
        package = package_that_broke(error)
        raise MissingPackageError(MissingPackage(package, install_command(package), first_line(error))) from error


def install_command(package: str) -> str:
    """The command that installs a package by its import name."""
    return f"python -m pip install {INDEX_NAMES.get(package, package)}"


def package_that_broke(error: BaseException) -> str:
    """The outermost package, other than the tree's own, in whose file the error was raised."""
    frame = error.__traceback__
    package = OWN
    while frame is not None:
        name = str(frame.tb_frame.f_globals.get("__name__", "")).split(".")[0]
        if name not in {OWN, "gatecheck", "importlib", ""} and package == OWN:
            package = name
        frame = frame.tb_next
    return package


def first_line(error: BaseException) -> str:
    """The first line of an error's text, short enough for a table."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
