"""One run of the linter, from files to a report: read, parse, link, walk, judge, suppress."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

import msgspec

from gatecheck import suppress
from gatecheck.assemble import Assembler
from gatecheck.facts.collect import collect
from gatecheck.facts.comments import comments
from gatecheck.facts.locate import Locator
from gatecheck.facts.records import FileFacts
from gatecheck.findings import Failure, Limit, Report
from gatecheck.flow.analyse import Analysis
from gatecheck.program.build import link
from gatecheck.program.protocol import derive
from gatecheck.rules import registry
from gatecheck.sources import read

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.findings import Finding
    from gatecheck.sources import Tree


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


def check(request: Request) -> Report:
    """Check one tree and return everything that was seen; never raises for a fault of one file."""
    started = time.perf_counter()
    texts = _read_all(request.tree)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return _check(request, texts, started)
    finally:
        if was_enabled:
            gc.enable()


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


def _check(request: Request, texts: Texts, started: float) -> Report:
    facts: list[FileFacts] = []
    failed = list(texts.failed)
    for path, text in relevant(texts.by_path, request).items():
        lowered = collect(path, text, lambda _: True)
        if isinstance(lowered, Failure):
            failed.append(lowered)
        else:
            facts.append(lowered)
    parsed = time.perf_counter()
    program = link(facts)
    protocol = derive(program, request.settings)
    enabled = registry.enabled(request.settings.select, request.settings.ignore)
    found: tuple[Finding, ...] = ()
    limits: tuple[Limit, ...] = ()
    locator = Locator(texts.by_path.__getitem__, frozenset(f.path for f in facts if f.whole))
    if protocol.present:
        analysis = Analysis(program, protocol, request.settings)
        assembler = Assembler(program, locator, enabled)
        found = assembler.findings(analysis.run())
        limits = _limits(analysis, assembler)
    walked = time.perf_counter()
    said = tuple(c for path, text in texts.by_path.items() for c in comments(path, text))
    found = suppress.apply(found, said, frozenset(registry.CODES), enabled)
    return Report(
        root=request.tree.root,
        findings=tuple(sorted(found, key=lambda f: (f.place, f.rule, f.symbol))),
        failed=tuple(sorted(failed)),
        limits=limits,
        files=len(request.tree.files),
        parsed=len(facts),
        seconds=time.perf_counter() - started,
        protocol=protocol.present,
        timings=(("parse", parsed - started), ("walk", walked - parsed)),
    )


def _limits(analysis: Analysis, assembler: Assembler) -> tuple[Limit, ...]:
    found = []
    for place, reason in analysis.walker.limits:
        span = assembler.locate(place)
        found.append(Limit(span.file, span.line, analysis.program.functions[place[0]].symbol, reason))
    return tuple(sorted(set(found)))


def relevant(texts: dict[str, str], request: Request) -> dict[str, str]:
    """The files that can matter."""
    del request
    return texts
