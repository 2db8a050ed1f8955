"""The reads of a case that a fix has to put in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import COVERED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.flow.cases import Case, Site


def bad_sites(case: Case) -> list[Site]:
    """The reads of a case that are not ordered, the worst first."""
    return sorted((s for s in case.sites if s.verdict != COVERED), key=_severity)


def places_of(sites: list[Site]) -> tuple[int, ...]:
    """Where some reads are reached in their entry."""
    return tuple(dict.fromkeys(site.hops[0].place[1] for site in sites))


def together(case: Case, group: Iterable[Case]) -> tuple[Case, ...]:
    """The case that a finding is about, then the others of the finding that the same entry makes on the same root."""
    return (case, *(c for c in group if (c.root, c.entry) == (case.root, case.entry) and c is not case))


def reads_of(cases: Iterable[Case]) -> tuple[int, ...]:
    """Where the bad reads of some cases are reached in their entry."""
    return tuple(dict.fromkeys(at for case in cases for at in places_of(bad_sites(case))))


def _severity(site: Site) -> tuple[int, int]:
    order = ["wrong-stream", "wrong-layer", "late", "partial", "dead", "ungated"]
    return order.index(site.verdict), len(site.hops)
