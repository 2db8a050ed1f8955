"""The reads of a case that a fix has to put in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import COVERED

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case, Site


def bad_sites(case: Case) -> list[Site]:
    """The reads of a case that are not ordered, the worst first."""
    return sorted((s for s in case.sites if s.verdict != COVERED), key=_severity)


def places_of(sites: list[Site]) -> tuple[int, ...]:
    """Where some reads are reached in their entry."""
    return tuple(dict.fromkeys(site.hops[0].place[1] for site in sites))


def _severity(site: Site) -> tuple[int, int]:
    order = ["wrong-stream", "wrong-layer", "late", "partial", "dead", "ungated"]
    return order.index(site.verdict), len(site.hops)
