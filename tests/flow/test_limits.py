"""Where the walk gives up it says so, and finds nothing that a longer walk would not find."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck import check
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.flow import base
from gatecheck.sources import SourceFile, Tree
from tests.rules.test_examples import files
from tests.small_protocol import PROTOCOL

BUDGETS = (0, 20, 60, 150, 400)
NAMES = (
    "gc001/invalid_loaded_by_closures",
    "gc001/invalid_own_vocabulary",
    "gc002/invalid_three_levels",
    "gc006/invalid_own_world_state_pool",
    "gc008/invalid_own_world",
)
DEEP = base.MAX_DEPTH + 4


def report(*paths: Path) -> Report:
    tree = Tree(str(paths[0].parent), tuple(SourceFile(path.name, str(path)) for path in paths), writable=False)
    return check.check(check.Request(tree, Settings()))


def found(seen: Report) -> set[tuple[str, str]]:
    return {(f.rule, f.symbol) for f in seen.findings}


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("name", NAMES)
def test_a_walk_that_is_cut_short_is_told(name: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = report(*files(name))
    assert found(whole)
    assert whole.limits == ()
    monkeypatch.setattr(base, "MAX_STEPS", budget)
    short = report(*files(name))
    assert found(short) <= found(whole)
    assert short.limits or found(short) == found(whole)
    if budget == 0:
        assert found(short) == set()


def test_calls_that_nest_too_deeply_are_told(tmp_path: Path) -> None:
    steps = "".join(f"    def step_{n}(self, i):\n        return self.step_{n + 1}(i)\n\n" for n in range(DEEP))
    last = f"    def step_{DEEP}(self, i):\n        return self.rows[i - self.start_layer]\n\n"
    file = tmp_path / "pool.py"
    file.write_text(f"{PROTOCOL}\n\nclass Deep(Pool):\n{steps}{last}", encoding="utf-8")
    seen = report(file)
    assert ("GC001", f"Deep.step_{DEEP}") in found(seen)
    assert {limit.reason for limit in seen.limits} == {"calls nest too deeply"}
    # Every entry is followed equally far down; those that begin far enough down come to the end.
    given_up = sorted(int(limit.symbol.rpartition("_")[2]) for limit in seen.limits)
    assert given_up == list(range(base.MAX_DEPTH - 2, DEEP))
