"""Breaks a release in many ways, one at a time, and counts which are found.

``python -m tests.mutation.run VERSION [--every N] [--kind KIND]`` prints kills by kind and lists the survivors;
``--harmless`` makes the edits that break nothing instead, all of a kind at once, and lists what they add.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gatecheck import sources
from gatecheck.check import Examined, Request, again, examine
from gatecheck.config import Settings
from gatecheck.findings import Finding, Report
from gatecheck.run import default_cache
from tests.mutation import harmless
from tests.mutation.equivalent import why_equivalent
from tests.mutation.mutants import Mutant, mutants
from tests.saying import say

Key = tuple[str, str, str]


@dataclass(frozen=True)
class Result:
    """A mutant and the findings that it adds; ``named`` are those that name what was broken or a way to it."""

    mutant: Mutant
    new: tuple[str, ...]
    named: bool
    release: str = ""

    @property
    def equivalent(self) -> str | None:
        """Return why nothing can be found, where somebody looked and saw that nothing is broken."""
        return why_equivalent(self.mutant, self.release)


class Bench:
    """A tree that was checked once as it is, and is checked again with one file changed."""

    def __init__(self, tree: sources.Tree, release: str = "") -> None:
        self._release = release
        self._request = Request(tree, Settings(), cache_dir=default_cache())
        self._before: Examined = examine(self._request)
        self._known = _keys(self._before.report.findings)

    @property
    def texts(self) -> Mapping[str, str]:
        """Return the files as they are."""
        return self._before.texts.by_path

    def try_out(self, mutant: Mutant) -> Result:
        """Check the tree with the mutant's file in place of the real one."""
        report = again(self._request, self._before, {mutant.file: mutant.text}).report
        if report.failed:
            raise RuntimeError(f"{mutant.kind} at {mutant.file}:{mutant.line}: {report.failed[0].reason}")
        new = self._new(report)
        return Result(mutant, _said(new), _is_named(mutant, new), self._release)

    def added(self, changed: Mapping[str, str]) -> tuple[str, ...]:
        """Check the tree with some of its files changed; return the findings that this adds."""
        report = again(self._request, self._before, changed).report
        return (*(f"{each.file}: {each.reason}" for each in report.failed), *_said(self._new(report)))

    def _new(self, report: Report) -> list[Finding]:
        return [each for each in report.findings if each.fails and _key(each) not in self._known]


def _said(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(sorted(f"{each.rule} {each.symbol}" for each in findings))


def _is_named(mutant: Mutant, new: Iterable[Finding]) -> bool:
    for each in new:
        said = {each.symbol, *each.roots, *(step.symbol for step in each.trace)}
        if any(name in words for name in mutant.names for words in (said, {word.split(".")[0] for word in said})):
            return True
    return False


def _keys(findings: Iterable[Finding]) -> frozenset[Key]:
    return frozenset(_key(each) for each in findings if each.fails)


def _key(finding: Finding) -> Key:
    return finding.rule, finding.place.file, finding.symbol


def bench(version: str) -> Bench:
    """Return the release, checked once as a whole: what a finding says of a pool depends on who builds and reads it."""
    tree = sources.resolve(sources.Where((f"pypi:sglang=={version}",), "."))
    if isinstance(tree, sources.Refused):
        raise LookupError(tree.message)  # noqa: TRY004 - the type is how the answer is told
    return Bench(tree, version)


def results(of: Bench, *, every: int = 1, kind: str | None = None) -> Iterator[Result]:
    """Try out each mutant of the kind, or each n-th."""
    chosen = [each for each in mutants(of.texts) if kind in {None, each.kind}]
    return (of.try_out(each) for each in chosen[::every])


def told(result: Result) -> str:
    """Return one line on a mutant."""
    mutant = result.mutant
    found = ", ".join(result.new) or "nothing new"
    return f"{mutant.kind:20} {mutant.file}:{mutant.line} {mutant.symbol}: {result.equivalent or found}"


def table(of: Iterable[Result]) -> tuple[str, ...]:
    """Return kills by kind, and over all."""
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for result in of:
        if result.named or result.equivalent is None:
            for kind in (result.mutant.kind, "all"):
                tried[kind] += 1
                killed[kind] += result.named
    return tuple(f"{kind:20} {killed[kind]:4} of {tried[kind]:4}  {killed[kind] / tried[kind]:4.0%}" for kind in tried)


def main(arguments: list[str]) -> int:
    """Print the table of one release and its survivors; return 1 where there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run")
    parser.add_argument("version")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--kind")
    parser.add_argument("--harmless", action="store_true")
    wish = parser.parse_args(arguments)
    started = time.perf_counter()
    of = bench(wish.version)
    say(f"{wish.version}: {time.perf_counter() - started:.1f} s for the release as it is")
    return edited(of, wish.kind) if wish.harmless else broken(of, results(of, every=wish.every, kind=wish.kind))


def edited(of: Bench, kind: str | None) -> int:
    """Make every harmless edit of a kind at once, for each kind; print what that adds, and return 1 if it adds any."""
    added = []
    for name, change in harmless.KINDS:
        if kind in {None, name}:
            changed = harmless.together(of.texts, change)
            new = of.added(changed) if changed else ()
            say(f"{name:20} {len(changed):3} files: {', '.join(new) or 'nothing new'}")
            added.extend(new)
    return int(bool(added))


def broken(of: Bench, tried: Iterable[Result]) -> int:
    """Print the survivors, and kills by kind; return 1 where there are survivors."""
    started = time.perf_counter()
    seen = []
    for result in tried:
        seen.append(result)
        if not result.named:
            say(told(result))
    say(*table(seen), f"{len(seen)} mutants in {time.perf_counter() - started:.1f} s")
    return int(any(not each.named and each.equivalent is None for each in seen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
