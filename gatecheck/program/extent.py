"""Whether the files at hand are all of a package, or part of one: what is not in sight may call what is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ModuleInfo, Program


def is_part(program: Program) -> bool:
    """Whether modules import from their own package what is not here."""
    here: set[str] = set()
    elsewhere: set[str] = set()
    for module in program.modules.values():
        for dotted in _imported(module):
            found = program.find_module(dotted, 0, module.path)
            names = dotted.split(".")
            if found is None:
                elsewhere.add(names[0])
            elif len(names) > len(found.parts):
                here.add(names[0])
    return not here.isdisjoint(elsewhere)


def _imported(module: ModuleInfo) -> Iterator[str]:
    bindings = (target for targets in module.names.values() for target in targets if isinstance(target, r.Binding))
    yield from (b.module for b in bindings if b.level == 0 and "." in b.module)
