"""One run of the linter: the report of an earlier run where nothing has changed since, else a new one."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck.cache import Store
from gatecheck.findings import Report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.config import Settings
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
    """A report with what a fix needs: a plan for each finding, and the texts and facts that the run worked on."""

    report: Report
    plans: tuple[Plan, ...]
    texts: Texts
    facts: tuple[FileFacts, ...]


def check(request: Request) -> Report:
    """Check one tree and return everything that was seen; never raises for a fault of one file."""
    if request.cache_dir is None:
        return examine(request).report
    started = time.perf_counter()
    reports = Store(request.cache_dir, "reports", most=_MOST_REPORTS)
    contents = _contents(request)
    known = reports.get("report", *contents) if contents else None
    if known is not None:
        return _answer(known, request, started)
    report = examine(request).report
    if contents:
        reports.put("report", *contents, msgspec.msgpack.encode(msgspec.structs.replace(report, root="")))
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


def _contents(request: Request) -> tuple[bytes, ...]:
    """Everything that a report depends on, besides the tool; empty where a file cannot be read."""
    settings = request.settings
    parts = [msgspec.json.encode(settings, order="sorted"), b"prefilter" if request.prefilter else b"everything"]
    whole = hashlib.blake2b(digest_size=32)
    for file in request.tree.files:
        try:
            data = Path(file.absolute).read_bytes()
        except OSError:
            return ()
        whole.update(f"{file.path}\0{len(data)}\0".encode("utf-8", "surrogatepass"))
        whole.update(data)
    return (*parts, whole.digest())
