"""Why a buffer counts as managed, and what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import stored_of
from gatecheck.findings import Confidence, Managed, ManagedKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.config import Settings
    from gatecheck.flow.evidence import Evidence
    from gatecheck.flow.heap import Heap
    from gatecheck.program.link import Program

Buffer = tuple[int, str]
Belief = dict[str, tuple[int, int]]


class Managing:
    """Names of buffers, and the evidence that the host side loads them."""

    def __init__(self, program: Program, settings: Settings, heap: Heap) -> None:
        self._program = program
        self._settings = settings
        self._heap = heap
        self.host_side = False
        self._definers: dict[tuple[str, str], str] = {}

    def name(self, buffer: Buffer) -> str:
        """``Class.attr``, by the most basic class whose code stores the attribute."""
        oid, attr = buffer
        cls = self._heap[oid].cls
        return f"{self._definer(cls, attr)}.{attr}"

    def _definer(self, cls: str, attr: str) -> str:
        name = self._definers.get((cls, attr))
        if name is None:
            name = self._definers[cls, attr] = self._find_definer(cls, attr)
        return name

    def _find_definer(self, cls: str, attr: str) -> str:
        for key in reversed(self._program.classes[cls].mro):
            info = self._program.classes[key]
            for method in info.methods.values():
                if stored_of(method.record, frozenset({attr})):
                    return info.name
        return self._program.classes[cls].name

    def managed(
        self, buffer: Buffer, loaded: Mapping[Buffer, Evidence], belief: Belief
    ) -> tuple[Managed, Confidence] | None:
        """Why a buffer counts as loaded layer by layer, and how sure that is; None where nothing says so."""
        evidence = loaded.get(buffer)
        name = self.name(buffer)
        if evidence is not None:
            loader = self._program.functions[evidence.loader]
            detail = f"{loader.symbol} writes it layer by layer"
            return Managed(ManagedKind.LOADED, detail), Confidence.HIGH
        if self.declared(buffer):
            return Managed(ManagedKind.DECLARED, "the configuration declares it as managed"), Confidence.HIGH
        waiting, total = belief.get(name, (0, 0))
        if not waiting or waiting * 2 < total:
            return None
        detail = f"{waiting} of {total} accessors that read it wait for its load"
        confidence = Confidence.LOW if self.host_side else Confidence.MEDIUM
        return Managed(ManagedKind.BELIEVED, detail), confidence

    def declared(self, buffer: Buffer) -> bool:
        cls = self._program.classes[self._heap[buffer[0]].cls].name
        return not {self.name(buffer), f"{cls}.{buffer[1]}"}.isdisjoint(self._settings.managed)
