"""The baseline is a ratchet: what is known passes, what is new fails, and what is gone has to leave it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gatecheck import cli
from tests import stub_engine

OLD = "def old(): pass  # UNGATED\n"
NEW = "def new(): pass  # UNGATED\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stub_engine.install(monkeypatch)
    (tmp_path / "a.py").write_text(OLD)
    (tmp_path / "b.py").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    return cli.main(["--baseline", "known.json", *arguments])


def test_known_findings_pass_and_new_ones_fail(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--update-baseline", ".") == 0
    assert "2 in the baseline" in capsys.readouterr().out
    assert run(".") == 0
    (folder / "a.py").write_text(f"\n\n{OLD}{NEW}")
    assert run("--output-format", "plain", ".") == 1
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines() if "GC001" in line] == ["new()"]


def test_stale_entries_fail_until_they_are_taken_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("--update-baseline", ".")
    (folder / "a.py").write_text("")
    (folder / "b.py").unlink()
    capsys.readouterr()
    assert run(".") == 1
    said = capsys.readouterr().err
    assert "GC001 in old (a.py) is in the baseline and no longer found" in said
    assert "GC001 in old (b.py) is in the baseline and no longer found" in said
    assert run("--exit-zero", ".") == 0
    assert run("--update-baseline", ".") == 0
    assert run(".") == 0
    assert json.loads((folder / "known.json").read_text())["findings"] == []


def test_what_was_not_looked_at_is_neither_stale_nor_lost(folder: Path) -> None:
    run("--update-baseline", ".")
    assert run("a.py") == 0
    assert run("--select", "GC002", "--ignore", "GC001", ".") == 0
    assert run("--update-baseline", "a.py") == 0
    assert [entry["file"] for entry in json.loads((folder / "known.json").read_text())["findings"]] == ["a.py", "b.py"]
    (folder / "a.py").write_bytes(b"\xff")
    assert run(".") == 3


def test_a_baseline_in_the_configuration_counts_from_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pyproject.toml").write_text('[tool.gatecheck]\nbaseline = "known.json"\n')
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    assert cli.main(["--update-baseline", ".."]) == 0
    assert (folder / "known.json").is_file()
    assert cli.main([".."]) == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "cannot be read: No such file or directory (--update-baseline writes it)"),
        ("{", "is not valid"),
        ('{"schema": "gatecheck-baseline/1", "finding": []}', "unknown field `finding`"),
        ('{"schema": "gatecheck-baseline/9"}', "this version reads 'gatecheck-baseline/1'"),
    ],
)
def test_unusable_baselines_are_wrong_usage(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str | None, sentence: str
) -> None:
    if text is not None:
        (folder / "known.json").write_text(text)
    assert run(".") == 2
    assert sentence in capsys.readouterr().err


def test_update_needs_to_know_where(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--update-baseline", "."]) == 2
    assert "--update-baseline needs --baseline FILE" in capsys.readouterr().err


def test_a_part_of_the_report_makes_no_baseline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in (["--changed"], ["--since", "HEAD"]):
        assert run("--update-baseline", *option, ".") == 2
        assert "--update-baseline needs the whole report" in capsys.readouterr().err


def test_a_fault_of_the_engine_leaves_the_baseline_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("--update-baseline", ".")
    before = (folder / "known.json").read_bytes()
    stub_engine.install(monkeypatch, lambda _request: 1 / 0)
    assert run("--update-baseline", ".") == 3
    assert (folder / "known.json").read_bytes() == before
