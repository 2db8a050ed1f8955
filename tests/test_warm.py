"""What a run costs where nothing has changed: no module of the analysis, and no file of the tree, is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gatecheck import stamps
from gatecheck.sources import Tree, Where, resolve

POOL = """\
class Pool:
    def register_counter(self, counter):
        self.counter = counter

    def get(self, layer):
        self.counter.wait_until(layer)
        return self.buffer[layer]
"""
HEAVY = ("libcst", "networkx", "rich.console", "gatecheck.engine", "gatecheck.flow.base", "gatecheck.rules.registry")
ANSWER = "import sys; from gatecheck.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def tree(folder: Path) -> Tree:
    found = resolve(Where((str(folder),), str(folder)))
    assert isinstance(found, Tree)
    return found


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "pool.py").write_text(POOL)
    long_ago = 1_000_000_000
    os.utime(folder / "pool.py", (long_ago, long_ago))
    return folder


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take files for old enough at once: their change time cannot be set back."""
    monkeypatch.setattr(stamps, "_RECENT", -3_600_000_000_000)


def test_the_answer_of_an_earlier_run_needs_no_analysis(program: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", ANSWER, str(program), "--cache-dir", str(tmp_path / "kept")]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)]
    loaded = runs[1].stderr.split()
    assert [name for name in HEAVY if name in loaded] == []
    assert "libcst" in runs[0].stderr.split()
    assert runs[0].stdout.split(" in ")[0] == runs[1].stdout.split(" in ")[0]


@pytest.mark.usefixtures("settled")
def test_an_unchanged_file_is_not_read_again(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamps.contents(tree(program), str(tmp_path / "kept"))
    monkeypatch.setattr(Path, "read_bytes", _only_of_stores)
    assert stamps.contents(tree(program), str(tmp_path / "kept")) == before


def _only_of_stores(path: Path) -> bytes:
    assert path.suffix != ".py" or "gatecheck" in path.parts
    with path.open("rb") as file:
        return file.read()


@pytest.mark.usefixtures("settled")
def test_a_changed_file_is(program: Path, tmp_path: Path) -> None:
    before = stamps.contents(tree(program), str(tmp_path / "kept"))
    (program / "pool.py").write_text(POOL.replace("wait_until(layer)", "wait_until(other)"))
    assert stamps.contents(tree(program), str(tmp_path / "kept")) != before


def test_a_file_written_just_now_is_read_again(program: Path, tmp_path: Path) -> None:
    """Its times may stay the same when it is written once more in the same moment."""
    (program / "pool.py").write_text(POOL)
    kept = str(tmp_path / "kept")
    before = stamps.contents(tree(program), kept)
    status = (program / "pool.py").stat()
    (program / "pool.py").write_text(POOL.replace("wait_until(layer)", "wait_until(other)"))
    os.utime(program / "pool.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert stamps.contents(tree(program), kept) != before


def test_the_same_files_elsewhere_have_the_same_contents(program: Path, tmp_path: Path) -> None:
    before = stamps.contents(tree(program), str(tmp_path / "kept"))
    moved = program.rename(tmp_path / "elsewhere")
    assert stamps.contents(tree(moved), str(tmp_path / "kept")) == before
