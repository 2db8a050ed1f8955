"""Functions that the source says something of: whether what is said makes any difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import COVERED

if TYPE_CHECKING:
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import FunctionInfo


class Marked:
    """Answers behind an analysis: walks a function as if nothing were said of it."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._walker = analysis.walker

    def is_idle(self, key: str) -> bool:
        """Whether a function certainly reads nothing that it has not waited for, and is given no buffer by others."""
        walker = self._walker
        if key in walker.given:
            return False
        said, walker.targets = walker.targets, frozenset()
        walker.memo.clear()
        try:
            walks = self._walks(walker.program.functions[key])
        finally:
            walker.targets = said
            walker.memo.clear()
        return bool(walks) and all(self._is_ordered(walk) for walk in walks)

    def _walks(self, info: FunctionInfo) -> list[Walk]:
        """A walk on each root that has the method; a function of no root says something only if it reads."""
        classes = self._walker.program.classes
        roots = [oid for key, oid in self._analysis.roots.items() if info.owner in classes[key].mro]
        if roots:
            return [self._analysis.walk_entry(info, oid) for oid in roots]
        return [walk for walk in self._walker.walk_outside(info) if walk.reads]

    def _is_ordered(self, walk: Walk) -> bool:
        judged = self._walker.judge(walk, self._analysis.starts)
        return walk.end is not None and all(access.verdict == COVERED for access in judged)
