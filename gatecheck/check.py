"""One run of the linter: the report of an earlier run where nothing has changed since, else a new one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from gatecheck.cache import Store
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.stamps import Contents, contents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.alike import Looked
    from gatecheck.facts.records import FileFacts
    from gatecheck.findings import Failure
    from gatecheck.fixes.edits import Plan
    from gatecheck.moving import Move
    from gatecheck.prefilter import Selection
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

    ``hidden`` are the files and symbols that are wrong through another finding, which is reported in their stead,
    ``unsure`` those in which a wait covers a read for whose layer it is not shown to be.
    """

    report: Report
    plans: tuple[Plan, ...]
    texts: Texts
    facts: tuple[FileFacts, ...]
    hidden: frozenset[tuple[str, str]] = frozenset()
    unsure: frozenset[tuple[str, str]] = frozenset()
    selection: Selection | None = None
    looked: Looked | None = None


def check(request: Request) -> Report:
    """Check one tree and return everything that was seen; never raises for a fault of one file."""
    if request.cache_dir is None:
        return examine(request).report
    started = time.perf_counter()
    found = contents(request.tree, request.cache_dir)
    if found is None:
        return examine(request).report
    kept = _Kept(request, found, request.cache_dir)
    known = kept.answer()
    if known is not None:
        return _answer(known, request, started)
    examined = examine(request)
    kept.keep(examined)
    return examined.report


class _Kept:
    """The reports of earlier runs, for one question."""

    def __init__(self, request: Request, found: Contents, cache_dir: str) -> None:
        self._tree = request.tree
        self._found = found
        self._cache_dir = cache_dir
        self._question = (_settings(request), b"prefilter" if request.prefilter else b"everything")
        self._reports = Store(cache_dir, "reports", most=_MOST_REPORTS)

    def answer(self) -> bytes | None:
        """The report for the same files, or for the same ones among those that were looked into."""
        known = self._reports.get("report", *self._question, self._found.whole)
        if known is not None or b"everything" in self._question:
            return known
        from gatecheck import narrow

        kept = narrow.recall(self._tree, self._found, narrow.store_of(self._cache_dir))
        known = self._reports.get("narrow", *self._question, kept.key) if kept is not None else None
        if known is not None and kept is not None and kept.moves:
            known = _moved(known, kept.moves)
        if known is not None:
            self._put("report", self._found.whole, known)
        return known

    def keep(self, examined: Examined) -> None:
        """Keep a report for either kind of question."""
        from gatecheck import narrow

        report = msgspec.msgpack.encode(msgspec.structs.replace(examined.report, root=""))
        store = narrow.store_of(self._cache_dir)
        key = narrow.remember(examined, self._tree, self._found, store)
        if key is not None:
            store.save()
            self._reports.put("narrow", *self._question, key, report)
        self._put("report", self._found.whole, report)

    def _put(self, kind: str, key: bytes, report: bytes) -> None:
        self._reports.put(kind, *self._question, key, report)
        self._reports.save()


def _moved(known: bytes, moves: Mapping[str, Move]) -> bytes | None:
    """A kept report with its places where they stand now; None where that is not known."""
    from gatecheck.moving import moved

    report = moved(msgspec.msgpack.decode(known, type=Report), moves)
    return msgspec.msgpack.encode(report) if report is not None else None


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


def _settings(request: Request) -> bytes:
    """What a report depends on besides the tool and the files."""
    shown_only = Settings()
    settings = msgspec.structs.replace(
        request.settings,
        exclude=(),
        baseline=None,
        min_confidence=shown_only.min_confidence,
        output_format=shown_only.output_format,
    )
    return msgspec.json.encode(settings, order="sorted")
