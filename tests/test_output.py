"""Where text goes, and when it has colours."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from gatecheck.output import use_color, write_file


@pytest.mark.parametrize(
    ("choice", "environment", "terminal", "expected"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_use_color(choice: str, environment: dict[str, str], terminal: bool, expected: bool) -> None:
    assert use_color(choice, environment, terminal=terminal) is expected


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep/report.txt"
    assert write_file(target, "first é") is None
    assert write_file(target, "second") is None
    assert target.read_text(encoding="utf-8") == "second"
    assert [path.name for path in target.parent.iterdir()] == ["report.txt"]
    assert stat.S_IMODE(target.stat().st_mode) & 0o600 == 0o600


def test_a_target_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    trouble = write_file(tmp_path / "folder", "x")
    assert trouble is not None
    assert trouble.startswith(f"{tmp_path / 'folder'} cannot be written: ")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_into_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert write_file(pipe, "found\n") is None
        assert os.read(reader, 100) == b"found\n"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_the_file_behind_a_link_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "there" / "report.json")
    assert write_file(link, "found\n") is None
    assert link.is_symlink()
    assert (tmp_path / "there" / "report.json").read_text() == "found\n"
