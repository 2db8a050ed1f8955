"""Which rule speaks for a case: for one read the first that holds wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.defects import DoubleWait
from gatecheck.flow.unregistered import LoadedPool
from gatecheck.program.counters import IdleCounter, MadeCounter
from gatecheck.program.forgotten import AssembledPool
from gatecheck.program.replaced import ReplacedCounter
from gatecheck.program.siblings import UnlikeMaker
from gatecheck.program.tables import TableLength
from gatecheck.rules import (
    gc001_ungated_read,
    gc002_dead_gate,
    gc003_partial_gate,
    gc004_late_gate,
    gc005_wrong_layer,
    gc006_bypassed_accessor,
    gc007_override_drops_gate,
    gc008_unregistered_pool,
    gc009_unarmed_forward,
    gc010_captured_gate,
    gc011_short_event_table,
    gc012_redundant_gate,
    gc013_wrong_stream,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.cases import Case
    from gatecheck.flow.defects import Defect
    from gatecheck.rules.page import Page

ORDER: tuple[tuple[Page, Callable[[Case], bool]], ...] = (
    (gc013_wrong_stream.PAGE, gc013_wrong_stream.holds),
    (gc005_wrong_layer.PAGE, gc005_wrong_layer.holds),
    (gc006_bypassed_accessor.PAGE, gc006_bypassed_accessor.holds),
    (gc004_late_gate.PAGE, gc004_late_gate.holds),
    (gc003_partial_gate.PAGE, gc003_partial_gate.holds),
    (gc007_override_drops_gate.PAGE, gc007_override_drops_gate.holds),
    (gc002_dead_gate.PAGE, gc002_dead_gate.holds),
    (gc001_ungated_read.PAGE, gc001_ungated_read.holds),
)


def rule_of(case: Case, enabled: frozenset[str]) -> Page | None:
    """The page of the rule that a case breaks, None where it breaks none that is enabled."""
    for page, holds in ORDER:
        if holds(case):
            return page if page.code in enabled else None
    return None


def rule_of_defect(defect: Defect, enabled: frozenset[str]) -> Page | None:
    """The page of the rule that a subject of its own breaks, None where it breaks none that is enabled."""
    subject = defect.subject
    page: Page | None = None
    if isinstance(subject, TableLength):
        page = gc011_short_event_table.PAGE if gc011_short_event_table.holds(subject) else None
    elif isinstance(subject, (LoadedPool, AssembledPool, ReplacedCounter, MadeCounter, UnlikeMaker)):
        page = gc008_unregistered_pool.PAGE if gc008_unregistered_pool.holds(subject) else None
    elif isinstance(subject, DoubleWait):
        page = gc012_redundant_gate.PAGE if gc012_redundant_gate.holds(subject) else None
    elif isinstance(subject, IdleCounter):
        page = gc009_unarmed_forward.PAGE if gc009_unarmed_forward.holds(subject) else None
    elif gc009_unarmed_forward.holds(subject):
        page = gc009_unarmed_forward.PAGE
    elif gc010_captured_gate.holds(subject):
        page = gc010_captured_gate.PAGE
    return page if page is not None and page.code in enabled else None
