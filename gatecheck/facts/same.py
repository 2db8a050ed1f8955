"""Whether a definition means the same in two texts: comments, layout and the words of docstrings say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gatecheck.facts.collect import lower_chunk
from gatecheck.facts.locate import spans_of

if TYPE_CHECKING:
    from gatecheck.facts.collect import Chunk
    from gatecheck.findings import Place


def spans(before: tuple[Chunk, int], after: tuple[Chunk, int]) -> dict[Place, Place] | None:
    """Where each node of a definition stands in the first text, and where in the second; None unless they are alike.

    Each text comes with its first line (from 0). Places of several nodes that have parted are left out.
    """
    try:
        if lower_chunk(before[0]) != lower_chunk(after[0]):
            return None
        old, new = spans_of(*before), spans_of(*after)
    except (cst.ParserSyntaxError, RecursionError):
        return None
    found: dict[Place, set[Place]] = {}
    for was, now in zip(old, new, strict=True):
        found.setdefault(was, set()).add(now)
    return {was: now.pop() for was, now in found.items() if len(now) == 1}
