"""Whether a definition means the same in two texts: comments, layout and the words of docstrings say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gatecheck.facts.collect import chunk_of, lower_chunk
from gatecheck.facts.locate import Locator

if TYPE_CHECKING:
    from gatecheck.findings import Place


def spans(path: str, texts: tuple[str, str], chunk: int) -> dict[Place, Place] | None:
    """Where each node of a definition stands in the first text, and where in the second; None unless they are alike.

    Places of several nodes that have parted are left out.
    """
    before, after = texts
    try:
        if lower_chunk(chunk_of(path, before, chunk)) != lower_chunk(chunk_of(path, after, chunk)):
            return None
        old, new = (Locator({path: text}.__getitem__, frozenset()).spans(path, chunk) for text in texts)
    except (cst.ParserSyntaxError, RecursionError):
        return None
    found: dict[Place, set[Place]] = {}
    for was, now in zip(old, new, strict=True):
        found.setdefault(was, set()).add(now)
    return {was: now.pop() for was, now in found.items() if len(now) == 1}
