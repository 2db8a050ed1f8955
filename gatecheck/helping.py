"""Files that define what the core calls: a buffer may be made, or cut into views, by a function that knows no pool.

Such a file names nothing of the protocol, so that no word leads to it; the imports of whoever calls it do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_mention
from gatecheck.facts.visit import call_words, walk_all
from gatecheck.program.link import ModuleInfo, Program, module_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import FunctionInfo

_IMPORT = frozenset({"import"})


class Helping:
    """Resolves imports among all files of a tree, parsed or not."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._every = Program()
        for path in paths:
            self._every.add_module(ModuleInfo(path, module_parts(path), {}, [], ()))

    def behind(self, program: Program, functions: Iterable[FunctionInfo]) -> dict[str, set[str]]:
        """The files outside a program that define what these functions call, each with the names that are called."""
        found: dict[str, set[str]] = {}
        for info in functions:
            for binding in _called(program, info):
                path = self._defining(binding, info.path)
                if path is not None and path not in program.modules:
                    found.setdefault(path, set()).add(binding.name or "")
        return found

    def _defining(self, binding: r.Binding, importer: str) -> str | None:
        """The file that an import leads to: the module itself, or one of its names that is a module."""
        dotted = f"{binding.module}.{binding.name}" if binding.name is not None else binding.module
        for name in (dotted, binding.module):
            found = self._every.find_module(name, binding.level, importer)
            if found is not None:
                return found.path
        return None


def _called(program: Program, info: FunctionInfo) -> Iterator[r.Binding]:
    """The imports under whose names a function calls something that the program does not have."""
    called = call_words(info.record)
    targets = (program.lookup(info.path, name) for name in called)
    yield from (target for target in targets if isinstance(target, r.Binding))
    if can_mention(info.record, _IMPORT):
        inner = (node for node in walk_all(info.record.body) if isinstance(node, r.Import))
        yield from (one for node in inner for one in node.bindings if one.bound in called)
