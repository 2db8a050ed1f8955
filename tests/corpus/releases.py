"""Checks releases of SGLang: no internal error, and what is found in how many seconds.

``python -m tests.corpus.releases [VERSION ...]`` takes all of them where none is named.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gatecheck.run import default_cache
from tests.engine import Checked, Found, check
from tests.saying import say

RELEASES = (
    *("0.4.4", "0.4.4.post1", "0.4.4.post2", "0.4.4.post3", "0.4.4.post4"),
    *("0.4.5", "0.4.5.post1", "0.4.5.post2", "0.4.5.post3"),
    *("0.4.6", "0.4.6.post1", "0.4.6.post2", "0.4.6.post3", "0.4.6.post4", "0.4.6.post5"),
    *("0.4.7", "0.4.7.post1", "0.4.8", "0.4.8.post1"),
    *("0.4.9", "0.4.9.post1", "0.4.9.post2", "0.4.9.post3", "0.4.9.post4", "0.4.9.post5", "0.4.9.post6"),
    *("0.4.10", "0.4.10.post1", "0.4.10.post2"),
    *("0.5.1", "0.5.1.post1", "0.5.1.post2", "0.5.1.post3", "0.5.2"),
    *("0.5.3", "0.5.3.post1", "0.5.3.post2", "0.5.3.post3"),
    *("0.5.4", "0.5.4.post1", "0.5.4.post2", "0.5.4.post3"),
    *("0.5.5", "0.5.5.post1", "0.5.5.post2", "0.5.5.post3"),
    *("0.5.6", "0.5.6.post1", "0.5.6.post2", "0.5.7", "0.5.8", "0.5.8.post1", "0.5.9"),
    *("0.5.10", "0.5.10.post1", "0.5.11", "0.5.12", "0.5.12.post1", "0.5.13", "0.5.13.post1", "0.5.14"),
    *("0.5.15", "0.5.15.post1", "0.5.16", "0.5.17", "0.5.18", "0.5.19", "0.5.20", "0.5.21", "0.5.22", "0.5.23"),
)
"""Every release from the first that waits for layers."""


@dataclass(frozen=True)
class Run:
    """One release, checked."""

    version: str
    seconds: float
    checked: Checked

    @property
    def counted(self) -> tuple[Found, ...]:
        """The findings that make a run fail."""
        return tuple(each for each in self.checked.findings if each.counts)

    @property
    def trouble(self) -> tuple[str, ...]:
        """What kept the run from its end: an internal error, a file that could not be read, no release at all."""
        if self.checked.code not in {0, 1}:
            return (*(f"{each.file}: {each.reason}" for each in self.checked.failed), *self.checked.sentences)
        return ()


@cache
def scan(version: str) -> Run:
    """Check one release, fetching it first where the cache does not hold it."""
    started = time.perf_counter()
    checked = check(f"pypi:sglang=={version}", cache=Path(default_cache()))
    return Run(version, time.perf_counter() - started, checked)


def line(run: Run) -> str:
    """Return one line of the table."""
    rules = Counter(each.rule for each in run.counted)
    counts = " ".join(f"{rule}:{count}" for rule, count in sorted(rules.items()))
    low = len(run.checked.findings) - len(run.counted)
    return f"{run.version:14} {run.seconds:6.1f} s  exit {run.checked.code}  {low:3} low  {counts or 'nothing'}"


def main(arguments: list[str]) -> int:
    """Check the releases named, print a line for each, and return 1 where one had trouble."""
    unknown = sorted(set(arguments) - set(RELEASES))
    if unknown:
        say(f"no such release: {', '.join(unknown)}")
        return 2
    code = 0
    for version in arguments or RELEASES:
        run = scan(version)
        say(line(run), *(f"    {each}" for each in run.trouble))
        code |= bool(run.trouble)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
