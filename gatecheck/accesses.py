"""What the walk has proved of every accessor in every root, for the report that shows more than what is wrong."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gatecheck.flow import cases as c
from gatecheck.flow.analyse import Analysis
from gatecheck.program.build import link
from gatecheck.program.protocol import derive
from gatecheck.report.matrix import Access, Verdict

if TYPE_CHECKING:
    from gatecheck.check import Examined
    from gatecheck.config import Settings

_WORST_FIRST = (
    (c.UNGATED, Verdict.UNGATED),
    (c.DEAD, Verdict.DEAD),
    (c.PARTIAL, Verdict.SKEWED),
    (c.LATE, Verdict.SKEWED),
    (c.WRONG_LAYER, Verdict.SKEWED),
    (c.WRONG_STREAM, Verdict.SKEWED),
    (c.COVERED, Verdict.GATED),
)


def accesses(examined: Examined, settings: Settings) -> tuple[Access, ...]:
    """Return one record for each accessor of managed buffers in each root, by the worst of its reads."""
    program = link(list(examined.facts))
    protocol = derive(program, settings)
    if not protocol.present:
        return ()
    verdicts: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for case in Analysis(program, protocol, settings).run():
        if case.root:
            verdicts[case.symbol, program.classes[case.root].name] |= case.verdicts
    return tuple(Access(symbol, root, _worst(seen)) for (symbol, root), seen in sorted(verdicts.items()))


def _worst(seen: set[str]) -> Verdict:
    return next((verdict for name, verdict in _WORST_FIRST if name in seen), Verdict.UNKNOWN)
