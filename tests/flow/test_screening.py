"""A first look in passing never changes what is found; it only spares, or makes possible, the closer one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.flow.screening import Screening
from tests.flow.test_limits import report
from tests.rules.test_examples import NAMES, files
from tests.small_protocol import PROTOCOL

OUTSIDE = tuple(name for name in NAMES if name.startswith(("gc003/", "gc005/", "gc006/", "gc013/")))
BRANCHES = 8


@pytest.fixture
def closely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function is looked at closely at once."""
    monkeypatch.setattr(Screening, "screen", lambda _self, _info: None)
    monkeypatch.setattr(Screening, "join_paths", lambda _self, _info: None)


@pytest.mark.parametrize("name", OUTSIDE)
def test_it_changes_no_finding(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = report(*files(name)).findings
    monkeypatch.setattr(Screening, "screen", lambda _self, _info: None)
    monkeypatch.setattr(Screening, "join_paths", lambda _self, _info: None)
    assert report(*files(name)).findings == quickly


def branching(name: str, last: str) -> str:
    """A function with many ways through it, each through as many in the function that it calls."""
    ways = "".join(
        f"    if mode.{name}_{n}:\n        a = (a, {n})\n    else:\n        b = (b, {n})\n" for n in range(BRANCHES)
    )
    return f"def {name}(pool: Pool, mode, i, a, b):\n{ways}    {last}\n\n\n"


def many_ways(folder: Path, *, waits: bool) -> Path:
    """A program whose outermost function reads a layer behind more ways than can be told apart."""
    wait = "pool.counter.wait_until(i)" if waits else "pool.size"
    inner = "".join(branching(f"_step_{n}", f"return _step_{n + 1}(pool, mode, i, a, b)") for n in range(4))
    innermost = branching("_step_4", f"return {wait}")
    read = "_step_0(pool, mode, i, a, b)\n    return torch.ops.attn(pool.rows[i])"
    file = folder / "pool.py"
    file.write_text(f"{PROTOCOL}\n\n{inner}{innermost}{branching('attend', read)}", encoding="utf-8")
    return file


def test_many_ways_are_no_limit_where_every_one_has_waited(tmp_path: Path, closely: None) -> None:
    del closely
    assert report(many_ways(tmp_path, waits=True)).limits


def test_many_ways_that_have_all_waited_are_seen_to(tmp_path: Path) -> None:
    seen = report(many_ways(tmp_path, waits=True))
    assert seen.limits == ()
    assert [f for f in seen.findings if f.symbol == "attend"] == []
