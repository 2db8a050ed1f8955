"""Functions and lines that the source says something of: whether what is said makes any difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import COVERED

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.base import Place
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

    def fetches_on(self, key: str, on: Callable[[Place], bool]) -> bool:
        """Whether a function may read or fetch something at one of these places, or is given a buffer by others."""
        walker = self._walker
        sites = (site for case in self._analysis.found for site in case.sites)
        if key in walker.given or any(on(hop.place) for site in sites for hop in site.hops):
            return True
        walker.memo.clear()
        walks = self._walks(walker.program.functions[key])
        walker.memo.clear()
        if not walks or any(walk.end is None for walk in walks):
            return True
        reads = (read for walk in walks for read in walk.reads)
        places = (place for read in reads for place in (read.place, *(hop.place for hop in read.chain)))
        return any(map(on, walker.fetched)) or any(map(on, places))

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
