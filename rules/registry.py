"""All rules, by code. Knows their pages and nothing of how they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    gc901_unused_suppression,
    gc902_unexplained_suppression,
)

if TYPE_CHECKING:
    from gatecheck.rules.page import Page

PAGES: tuple[Page, ...] = (
    gc001_ungated_read.PAGE,
    gc002_dead_gate.PAGE,
    gc003_partial_gate.PAGE,
    gc004_late_gate.PAGE,
    gc005_wrong_layer.PAGE,
    gc006_bypassed_accessor.PAGE,
    gc007_override_drops_gate.PAGE,
    gc008_unregistered_pool.PAGE,
    gc009_unarmed_forward.PAGE,
    gc010_captured_gate.PAGE,
    gc011_short_event_table.PAGE,
    gc012_redundant_gate.PAGE,
    gc013_wrong_stream.PAGE,
    gc901_unused_suppression.PAGE,
    gc902_unexplained_suppression.PAGE,
)
CODES: tuple[str, ...] = tuple(page.code for page in PAGES)


def enabled(select: tuple[str, ...], ignore: tuple[str, ...]) -> frozenset[str]:
    """Return the codes that a run reports: the selected ones, or those on by default, less the ignored ones.

    A selector is a code, the beginning of one (``GC9``), or ``ALL``.
    """
    chosen = {page.code for page in PAGES if page.default_on} if not select else _matching(select)
    return frozenset(chosen - _matching(ignore))


def unknown(selectors: tuple[str, ...]) -> str | None:
    """Return a sentence on the first selector that matches no rule, or None."""
    wrong = next((selector for selector in selectors if not _matching((selector,))), None)
    if wrong is None:
        return None
    import difflib

    near = difflib.get_close_matches(wrong.upper(), CODES, n=1)
    return f"no rule matches {wrong!r}" + (f" (did you mean {near[0]!r}?)" if near else "")


def _matching(selectors: tuple[str, ...]) -> set[str]:
    return {
        code
        for code in CODES
        for selector in selectors
        if selector == "ALL" or (selector and code.startswith(selector))
    }


def find(code_or_name: str) -> Page | None:
    """Return the page of the rule with this code (in any case) or name, or None."""
    wanted = code_or_name.strip()
    return next((page for page in PAGES if wanted.upper() == page.code or wanted.lower() == page.name), None)
