"""Plans for the defects that are not about one buffer; those without any say why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Safety
from gatecheck.fixes.arming import Arming
from gatecheck.fixes.edits import Plan, Proposal
from gatecheck.fixes.replay import Replay
from gatecheck.flow.forwards import Event

if TYPE_CHECKING:
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.defects import Defect

_WHY_NONE = {
    "GC008": "who registers the pool, and with which counter, is a decision about its owner that no code here shows",
    "GC009": "no other entry of {symbol}'s class or its bases shows how a consumer is selected from the same batch",
    "GC010": "no runner shows a wait before a replay, and the pool whose last event it would wait for is not known",
    "GC011": "how long the table must be depends on the largest layer id that it will be asked for, which is not known",
    "GC012": "which wait to keep says who is responsible for waiting, and no code here shows that",
}


class DefectPlanner:
    """Makes the plans for the defects of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self._arming = Arming(analysis.program, analysis.protocol.arm_methods)
        self._replay = Replay(analysis)

    def plan(self, code: str, fingerprint: str, defect: Defect) -> Plan:
        """Every way to repair the finding that this defect leads to."""
        proposals = self._proposals(defect)
        none = FixOffer(None, Safety.NONE, _WHY_NONE[code].format(symbol=defect.symbol))
        return Plan(fingerprint, proposals[0].offer if proposals else none, proposals)

    def _proposals(self, defect: Defect) -> tuple[Proposal, ...]:
        event = defect.subject
        if not isinstance(event, Event):
            return ()
        if event.kind == "run":
            return self._arming.proposals(event, defect)
        return self._replay.proposals(event, defect)
