"""One run of the linter: the report of an earlier run where nothing has changed since, else a new one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from gatecheck.cache import Store
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.stamps import contents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.facts.records import FileFacts
    from gatecheck.findings import Failure
    from gatecheck.fixes.edits import Plan
    from gatecheck.sources import Tree

_MOST_REPORTS = 4 * 1024 * 1024


class Request(msgspec.Struct, frozen=True):
    """What to check and how. ``jobs`` 0 means by the number of cores; ``cache_dir`` None means no cache."""

    tree: Tree
    settings: Settings
    jobs: int = 0
    cache_dir: str | None = None
    prefilter: bool = True


class Texts(msgspec.Struct, frozen=True):
    """The texts of the files that could be read, by path, and what could not."""

    by_path: dict[str, str]
    failed: tuple[Failure, ...]


class Examined(msgspec.Struct, frozen=True):
    """A report with what a fix needs: a plan for each finding, and the texts and facts that the run worked on.

    ``hidden`` are the files and symbols that are wrong through another finding, which is reported in their stead.
    """

    report: Report
    plans: tuple[Plan, ...]
    texts: Texts
    facts: tuple[FileFacts, ...]
    hidden: frozenset[tuple[str, str]] = frozenset()


def check(request: Request) -> Report:
    """Check one tree and return everything that was seen; never raises for a fault of one file."""
    if request.cache_dir is None:
        return examine(request).report
    started = time.perf_counter()
    reports = Store(request.cache_dir, "reports", most=_MOST_REPORTS)
    parts = _depends_on(request, request.cache_dir)
    known = reports.get("report", *parts) if parts else None
    if known is not None:
        return _answer(known, request, started)
    report = examine(request).report
    if parts:
        reports.put("report", *parts, msgspec.msgpack.encode(msgspec.structs.replace(report, root="")))
        reports.save()
    return report


def examine(request: Request) -> Examined:
    """Check one tree and keep what a fix needs."""
    from gatecheck.engine import examine

    return examine(request)


def again(request: Request, before: Examined, changed: Mapping[str, str]) -> Examined:
    """Check the tree of an earlier run with other texts for some of its files, in memory."""
    from gatecheck.engine import again

    return again(request, before, changed)


def _answer(known: bytes, request: Request, started: float) -> Report:
    """The report of an earlier run, for the same tree wherever it stands now."""
    report = msgspec.msgpack.decode(known, type=Report)
    seconds = time.perf_counter() - started
    return msgspec.structs.replace(
        report,
        root=request.tree.root,
        parsed=0,
        cached=report.parsed,
        seconds=seconds,
        timings=(("cache", seconds),),
    )


def _depends_on(request: Request, cache_dir: str) -> tuple[bytes, ...]:
    """Everything that a report depends on, besides the tool; empty where a file cannot be read."""
    found = contents(request.tree, cache_dir)
    shown_only = Settings()
    settings = msgspec.structs.replace(
        request.settings,
        exclude=(),
        baseline=None,
        min_confidence=shown_only.min_confidence,
        output_format=shown_only.output_format,
    )
    said = msgspec.json.encode(settings, order="sorted")
    return () if found is None else (said, b"prefilter" if request.prefilter else b"everything", found)
