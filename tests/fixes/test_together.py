"""A repair that edits two files is written as a whole or not at all; what happens to the files meanwhile is told."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from gatecheck import check, fixing
from gatecheck.config import Settings
from gatecheck.fixes import write
from gatecheck.sources import SourceFile, Tree
from tests.fixes.test_bypass import RUNNER, TEXT

POOLS, READERS = TEXT.split(RUNNER)[0], "from pool import Owner\n\n" + RUNNER.lstrip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pool.py").write_text(POOLS)
    (tmp_path / "runner.py").write_text(READERS)
    return tmp_path


def fixed(folder: Path, meanwhile: object = None) -> fixing.Fixed:
    files = tuple(SourceFile(name, str(folder / name)) for name in ("pool.py", "runner.py"))
    fixer = fixing.Fixer(fixing.mode(unsafe_fixes=True, diff=False))
    report = fixer.look(check.Request(Tree(str(folder), files, writable=True), Settings()))
    assert [(f.rule, f.symbol) for f in report.findings] == [("GC006", "Runner.copy_on_write")]
    if callable(meanwhile):
        meanwhile()
    return fixer.repair(report)


def texts(folder: Path) -> tuple[str, str]:
    return (folder / "pool.py").read_text(), (folder / "runner.py").read_text()


def test_both_files_are_written(folder: Path) -> None:
    done = fixed(folder)
    pool, runner = texts(folder)
    assert "def inner_copy_from(self, src, dst):" in pool
    assert "self.pool.inner_copy_from(" in runner
    assert done.report.findings == ()


@pytest.mark.parametrize("name", ["pool.py", "runner.py"])
def test_a_read_only_file_leaves_both_as_they_were(folder: Path, name: str) -> None:
    (folder / name).chmod(0o444)
    (finding,) = fixed(folder).report.findings
    assert finding.fix.reason == "not applied: the file is read-only"
    assert texts(folder) == (POOLS, READERS)


@pytest.mark.parametrize("name", ["pool.py", "runner.py"])
def test_a_file_that_changed_meanwhile_is_left_and_so_is_the_other(folder: Path, name: str) -> None:
    changed = folder / name
    (finding,) = fixed(folder, lambda: changed.write_text("other = 1\n")).report.findings
    assert finding.fix.reason == "not applied: the file has changed since it was read"
    before = {"pool.py": POOLS, "runner.py": READERS, name: "other = 1\n"}
    assert texts(folder) == (before["pool.py"], before["runner.py"])


@pytest.mark.parametrize("fails_at", [1, 2])
def test_a_full_disk_leaves_both_as_they_were(folder: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int) -> None:
    calls = []

    def fill(handle: int) -> None:
        calls.append(handle)
        # Each file is synchronised once, and its folder once.
        if len(calls) == 2 * fails_at - 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(write.os, "fsync", fill)
    done = fixed(folder)
    (finding,) = done.report.findings
    assert "not applied: " in finding.fix.reason
    assert done.report.fixed == ()
    assert any("No space left on device" in sentence for sentence in done.sentences)
    assert texts(folder) == (POOLS, READERS)
    assert sorted(entry.name for entry in folder.iterdir()) == ["pool.py", "runner.py"]
