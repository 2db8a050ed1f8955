"""One analysis, from texts to a report: parse, link, walk, judge, suppress."""

from __future__ import annotations

import contextlib
import gc
import sys
import time
from typing import TYPE_CHECKING

import msgspec

from gatecheck import suppress
from gatecheck.assemble import Assembler
from gatecheck.cache import Store
from gatecheck.check import Examined, Texts
from gatecheck.facts.comments import comments
from gatecheck.facts.locate import Locator
from gatecheck.findings import Comment, Failure, Limit, Report
from gatecheck.fixes.defects import DefectPlanner
from gatecheck.fixes.planner import Planner
from gatecheck.flow.analyse import Analysis
from gatecheck.gather import Gathering, Sources
from gatecheck.marks import Idle, collect_marks, without_targets
from gatecheck.program.build import link
from gatecheck.program.protocol import derive
from gatecheck.rules import registry
from gatecheck.sources import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gatecheck.check import Request
    from gatecheck.facts.records import FileFacts
    from gatecheck.findings import Finding
    from gatecheck.fixes.edits import Plan
    from gatecheck.sources import Tree


def examine(request: Request) -> Examined:
    """Check one tree and keep what a fix needs; never raises for a fault of one file."""
    started = time.perf_counter()
    return _without_pauses(lambda: _check(request, _read_all(request.tree), (), started))


def again(request: Request, before: Examined, changed: Mapping[str, str]) -> Examined:
    """Check the tree of an earlier run with other texts for some of its files, in memory."""
    started = time.perf_counter()
    texts = Texts({**before.texts.by_path, **changed}, before.texts.failed)
    kept = tuple(f for f in before.facts if f.path not in changed)
    return _without_pauses(lambda: _check(request, texts, kept, started))


_DEPTH = 3000
"""Calls that a walk may nest: a hundred levels of blocks, Python's own limit, each through several methods."""

_ROOM = 1 << 17
"""Words that the interpreter's stack has for them."""


def _without_pauses(work: Callable[[], Examined]) -> Examined:
    was_enabled, depth = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(depth, _DEPTH))
    try:
        return work()
    finally:
        sys.setrecursionlimit(depth)
        if was_enabled:
            gc.enable()


# The interpreter maps its stack in chunks of a few dozen calls, and a walk goes back and forth across their ends. What
# fits into none makes one that is large enough, with as much again for all that is called from there.
_without_pauses.__code__ = _without_pauses.__code__.replace(co_stacksize=_ROOM)


def _read_all(tree: Tree) -> Texts:
    by_path: dict[str, str] = {}
    failed: list[Failure] = []
    for file in tree.files:
        text = read(file)
        if isinstance(text, Failure):
            failed.append(text)
        else:
            by_path[file.path] = text
    return Texts(by_path, tuple(failed))


def _check(request: Request, texts: Texts, known: tuple[FileFacts, ...], started: float) -> Examined:
    store = Store(request.cache_dir, "definitions")
    sources = Sources(texts.by_path, request.settings, known, request.prefilter, request.jobs)
    with contextlib.closing(Gathering(sources, store)) as gathered:
        return _examined(request, texts, gathered, store, started)


def _examined(request: Request, texts: Texts, gathered: Gathering, store: Store, started: float) -> Examined:
    facts = gathered.facts
    said = tuple(c for path, text in texts.by_path.items() for c in comments(path, text))
    parsed = time.perf_counter()
    program = link(facts)
    program.is_named_elsewhere = gathered.is_named_elsewhere
    protocol = derive(program, request.settings)
    enabled = registry.enabled(request.settings.select, request.settings.ignore)
    locator = Locator(texts.by_path.__getitem__, frozenset(f.path for f in facts if f.whole))
    seen, idle = _Seen(), dict[Comment, str]()
    if protocol.present:
        assembler = Assembler(program, locator, enabled)
        marks = collect_marks(program, said, assembler.locate)
        assembler.contracts = dict(marks.reasons)
        analysis = Analysis(program, protocol, request.settings, marks)
        seen = _walk(analysis, assembler)
        idle = Idle(analysis, assembler.locate).among(said, texts.by_path)
    store.save()
    walked = time.perf_counter()
    found = suppress.apply(seen.findings, said, frozenset(registry.CODES), enabled, idle)
    report = Report(
        root=request.tree.root,
        findings=tuple(sorted(found, key=lambda f: (f.place, f.rule, f.symbol))),
        failed=tuple(sorted((*texts.failed, *gathered.failed))),
        limits=seen.limits,
        files=len(request.tree.files),
        parsed=len(facts),
        cached=store.hits,
        seconds=time.perf_counter() - started,
        protocol=protocol.present,
        timings=(("parse", parsed - started), ("walk", walked - parsed)),
    )
    return Examined(
        report,
        seen.plans,
        texts,
        tuple(facts),
        hidden=seen.hidden,
        unsure=seen.unsure,
        selection=gathered.selection,
        looked=gathered.looked(),
    )


class _Seen(msgspec.Struct, frozen=True):
    """What a walk over a program with the protocol gives."""

    findings: tuple[Finding, ...] = ()
    plans: tuple[Plan, ...] = ()
    limits: tuple[Limit, ...] = ()
    hidden: frozenset[tuple[str, str]] = frozenset()
    unsure: frozenset[tuple[str, str]] = frozenset()


def _walk(analysis: Analysis, assembler: Assembler) -> _Seen:
    cases = without_targets(analysis.run(), analysis.marks, assembler.locate)
    reads = assembler.findings(cases, Planner(analysis))
    others = assembler.defect_findings(analysis.defects, DefectPlanner(analysis))
    hidden = frozenset((case.path, case.symbol) for case in cases if case.relayed)
    unsure = frozenset((case.path, case.symbol) for case in cases if any(site.unsure for site in case.sites))
    return _Seen(reads + others, tuple(assembler.plans.values()), _limits(analysis, assembler), hidden, unsure)


def _limits(analysis: Analysis, assembler: Assembler) -> tuple[Limit, ...]:
    found = []
    for place, reason in analysis.walker.limits:
        info = analysis.program.functions[place[0]]
        found.append(Limit(info.path, assembler.line(place), info.symbol, reason))
    return tuple(sorted(set(found)))
