"""`gatecheck graph` as a command: what it draws, where it writes it, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gatecheck import cli
from tests.test_graph import POOLS


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = cli.main(["graph", "--no-cache", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pool.py").write_text(POOLS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_root_or_all(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, said = run(capsys, "Holder", "pool.py")
    assert (code, said) == (0, "")
    assert text.startswith("Holder  pool.py:")
    assert "HastyPool" not in text
    code, text, _ = run(capsys, str(tree))
    assert {"Holder", "HastyPool", "Facade", "Branchy"} <= {each.split("  ")[0] for each in text.splitlines()}


def test_an_unknown_class_is_a_usage_error(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, said = run(capsys, "HastyPol", str(tree))
    assert (code, text) == (2, "")
    assert "HastyPol" in said
    assert "did you mean 'HastyPool'?" in said
    code, _, said = run(capsys, "Inner", str(tree))
    assert (code, "built inside other pools only: see Holder" in said) == (2, True)


def test_a_folder_that_could_be_a_class(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "pools").mkdir()
    (tree / "pool.py").rename(tree / "pools" / "pool.py")
    code, text, _ = run(capsys, "pools")
    assert (code, "HastyPool" in text) == (0, True)


def test_output_files_and_broken_files(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "broken.py").write_text("def f(:\n    wait_until()\n")
    code, text, said = run(capsys, "--format", "html", "--output-file", "page.html", str(tree))
    assert (code, text) == (3, "")
    assert "gatecheck: broken.py: " in said
    assert "HastyPool" in (tree / "page.html").read_text(encoding="utf-8")


def test_nothing_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain.py").write_text("x = 1\n")
    code, text, said = run(capsys, str(tmp_path))
    assert (code, text) == (0, "no pool is registered here\n")
    assert "nothing to draw" in said


def test_the_same_tree_gives_the_same_text(tree: Path) -> None:
    """Under another hash seed, so that no order of a set shows."""
    texts = {
        subprocess.run(
            [sys.executable, "-m", "gatecheck", "graph", "--no-cache", "--format", "mermaid", str(tree)],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(cli.__file__).parent.parent), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
