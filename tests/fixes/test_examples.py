"""Every broken example of a rule is repaired, or left as it is with a reason; none comes out garbled."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gatecheck import check
from gatecheck.config import Settings
from gatecheck.fixes.apply import Outcome, Wanted, repair
from gatecheck.fixes.proof import comments
from gatecheck.sources import SourceFile, Tree
from tests.fixes.small import ANY
from tests.rules.test_examples import NAMES, files

BROKEN = tuple(name for name in NAMES if "/invalid_" in name)
_SOME = 7
"""Every so many are tried in each run, all of them with the releases."""


def tried(name: str, number: int) -> object:
    """One example, marked as slow unless its turn comes in every run."""
    return name if number % _SOME == 0 else pytest.param(name, marks=pytest.mark.corpus)


def asked(name: str) -> check.Request:
    """The files of an example, as a tree that may be written."""
    found = files(name)
    return check.Request(Tree(".", tuple(SourceFile(f.name, str(f)) for f in found), writable=True), Settings())


def repaired(request: check.Request, before: check.Examined) -> Outcome:
    """Repair everything, in memory."""
    return repair(before, Wanted(ANY), lambda now, changed: check.again(request, now, changed))


@pytest.mark.parametrize("name", [tried(name, number) for number, name in enumerate(BROKEN)])
def test_a_repair_is_whole(name: str) -> None:
    request = asked(name)
    before = check.examine(request)
    outcome = repaired(request, before)
    known = {(f.place.file, f.symbol) for f in before.report.findings} | before.hidden
    assert not [f for f in outcome.after.report.findings if f.fails and (f.place.file, f.symbol) not in known]
    for file, text in outcome.texts:
        ast.parse(text)
        assert comments(before.texts.by_path[file]) == comments(text)
    left = [f for f in outcome.after.report.findings if f.fails]
    assert all(f.fix.reason for f in left)
    assert not repaired(request, outcome.after).texts


def test_most_are_repaired(request: pytest.FixtureRequest) -> None:
    names = BROKEN if "corpus" in str(request.config.option.markexpr) else BROKEN[::_SOME]
    done = [name for name in names if repaired(asked(name), check.examine(asked(name))).texts]
    assert len(done) >= 0.5 * len(names)


def test_the_examples_lie_where_they_are_looked_for() -> None:
    assert len(BROKEN) > 100
    assert all(Path(file).is_file() for name in BROKEN for file in files(name))
