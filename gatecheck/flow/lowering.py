"""What the callers of an accessor say about a read in it that nothing waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Confidence
from gatecheck.flow.cases import COVERED
from gatecheck.program.callers import READ, STORE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.config import Settings
    from gatecheck.flow.walk import Access
    from gatecheck.program.callers import Callers
    from gatecheck.program.link import Program


class Lowering:
    """Judges the defects of accessors by who calls them, in a tree whose accessors have all been walked."""

    def __init__(
        self, program: Program, settings: Settings, callers: Callers, accesses: Mapping[tuple[str, str], list[Access]]
    ) -> None:
        self._program = program
        self._extend_tests = frozenset(settings.extend_tests)
        self._callers = callers
        self._accesses = accesses

    def confidence(
        self, found: Confidence, root: str, entry: str, bad: list[Access], *, believed: bool
    ) -> Confidence | None:
        """How sure a defect is; None where no caller reads. ``believed``: some accessor waits for this buffer."""
        name = self._program.functions[entry].record.name
        kinds = {access.read.kind for access in bad}
        if not bad:
            return found
        if self._callers.only_hosts(name):
            return None
        uses = self._callers.uses(name) if kinds == {"leave"} else frozenset()
        if uses and READ not in uses:
            return None if uses == {STORE} else Confidence.LOW
        if kinds <= {"move", "handed"} and self._callers.never(name, self._extend_tests):
            return Confidence.LOW
        if not believed and self._callers.all_behind(name, self._waiting(root)):
            return Confidence.LOW
        return found

    def _waiting(self, root: str) -> frozenset[str]:
        """The accessors of a root that wait for everything they read."""
        return frozenset(
            self._program.functions[entry].record.name
            for (owner, entry), accesses in self._accesses.items()
            if owner == root and accesses and all(a.verdict == COVERED for a in accesses)
        )
