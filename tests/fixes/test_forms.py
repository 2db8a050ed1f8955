"""The gates of other pools are looked for once, however many findings ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks import growth
from gatecheck import check
from gatecheck.config import Settings
from gatecheck.fixes import idiom
from gatecheck.sources import SourceFile, Tree

if TYPE_CHECKING:
    from pathlib import Path


def looked_through(folder: Path, families: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many methods were looked through for gates, and how many findings asked for them."""
    folder.mkdir()
    growth.write(folder, families)
    asked = 0
    look = idiom._in

    def counted(*args: object) -> object:
        nonlocal asked
        asked += 1
        return look(*args)  # type: ignore[arg-type]

    files = tuple(SourceFile(path.name, str(path)) for path in sorted(folder.iterdir()))
    with monkeypatch.context() as patched:
        patched.setattr(idiom, "_in", counted)
        report = check.check(check.Request(Tree(str(folder), files, writable=False), Settings()))
    return asked, len(report.findings)


def test_twice_as_many_pools_cost_twice_as_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, findings = looked_through(tmp_path / "few", 4, monkeypatch)
    many, more = looked_through(tmp_path / "many", 8, monkeypatch)
    assert (findings, more) == (20, 40)
    assert 0 < few < many <= 2.1 * few
