"""What the callers of an accessor say about a read in it that nothing waits for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Confidence
from gatecheck.flow.candidates import host_side, parts_of, producers
from gatecheck.flow.cases import DEAD, UNGATED
from gatecheck.flow.modes import Modes
from gatecheck.program.callers import READ, STORE
from gatecheck.program.extent import is_part
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.config import Settings
    from gatecheck.flow.verdicts import Access
    from gatecheck.program.callers import Callers
    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol


class Hosts(msgspec.Struct, frozen=True):
    """Classes of the host side: those that take part in loads, and all that have to do with them."""

    producers: frozenset[str]
    kin: frozenset[str]

    @staticmethod
    def of(program: Program, protocol: Protocol) -> Hosts:
        """Find the classes of a program."""
        kin = host_side(program, protocol)
        return Hosts(frozenset(producers(program, protocol)), frozenset(kin | parts_of(program, kin)))


class Lowering:
    """Judges the defects of accessors by who calls them, in a tree whose accessors have all been walked."""

    def __init__(
        self,
        program: Program,
        settings: Settings,
        hosts: Hosts,
        callers: Callers,
        accesses: Mapping[tuple[str, str], list[Access]],
    ) -> None:
        self._program = program
        self._modes = Modes.of(settings)
        self._quiet = settings.quiet_words
        self._hosts = hosts
        self._callers = callers
        self._accesses = accesses

    @cached_property
    def _is_part(self) -> bool:
        return is_part(self._program)

    def confidence(
        self, found: Confidence, root: str, entry: str, bad: list[Access], *, believed: bool
    ) -> Confidence | None:
        """How sure a defect is; None where no caller reads. ``believed``: some accessor waits for this buffer."""
        name = self._program.functions[entry].record.name
        kinds = {access.read.kind for access in bad}
        if not bad:
            return found
        # A draft's pool is read behind its target's forward, which has waited: a gate that is off there can be meant.
        if all(a.verdict == DEAD for a in bad) and is_quiet(self._program.classes[root].name, self._quiet):
            return Confidence.LOW
        # Producers order their own reads; addresses are handed to whatever host pools are made of.
        if self._callers.only_in(self._hosts.kin if kinds == {"leave"} else self._hosts.producers, name):
            return None
        if self._callers.only_decoding(name, self._modes):
            return None
        # What it moves within its own memory before it hands that out is there for the same use.
        uses = self._callers.uses(name) if "leave" in kinds <= {"leave", "move"} else frozenset()
        if uses and READ not in uses:
            return None if uses == {STORE} and kinds == {"leave"} else Confidence.LOW
        # A helper of code that extends need not say so: where callers read what they get, a read counts.
        unasked = kinds <= {"move", "handed"} and self._callers.never(name, self._modes.extend)
        if unasked and READ not in self._callers.uses(name):
            return Confidence.LOW
        # A pool moves rows for a caller that knows when: of one that is not in sight nothing can be said.
        moves = kinds == {"move"} and all(a.verdict == UNGATED for a in bad)
        if moves and self._callers.none(name) and self._is_part:
            return Confidence.LOW
        if not believed and self._callers.all_behind(name, self._waiting(root)):
            return Confidence.LOW
        return Confidence.LOW if all(access.doubtful for access in bad) else found

    def _waiting(self, root: str) -> frozenset[str]:
        """The accessors of a root that wait for everything they read."""
        return frozenset(
            self._program.functions[entry].record.name
            for (owner, entry), accesses in self._accesses.items()
            if owner == root and accesses and all(a.waits for a in accesses)
        )
