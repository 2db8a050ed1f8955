"""Arguments that name nothing, nothing useful, or a folder that leads back into itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.engine import check
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")
DEFECT = frozenset({("GC001", "HastyPool.get_first_row")})


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    checked = check(tmp_path / "pool.py", tmp_path / "missing.py")
    assert (checked.code, checked.findings) == (2, ())
    assert checked.sentences == (f"{tmp_path / 'missing.py'} does not exist",)


def test_a_release_that_is_written_wrongly(tmp_path: Path) -> None:
    checked = check("pypi:sglang", cwd=tmp_path)
    assert checked.code == 2
    assert "write a release as" in checked.sentences[0]


def test_an_empty_folder(tmp_path: Path) -> None:
    checked = check(tmp_path)
    assert (checked.code, checked.findings, checked.failed) == (0, (), ())
    assert checked.sentences == (f"no Python file in {tmp_path}: nothing to check",)


def test_a_folder_without_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(
        "class Pool:\n    def get(self, i):\n        return self.rows[i]\n", encoding="utf-8"
    )
    checked = check(tmp_path)
    assert (checked.code, checked.findings, checked.failed) == (0, (), ())
    assert checked.sentences == ("no file waits for a layer's load: nothing to check",)


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    (tmp_path / "self.py").symlink_to("self.py")
    checked = check(tmp_path)
    assert checked.pairs == DEFECT
    assert [each.file for each in checked.findings] == ["pool.py"]
    assert (checked.code, [each.file for each in checked.failed]) == (3, ["self.py"])


def test_a_folder_named_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "folder.py" / "pool.py").write_text(HASTY, encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (1, DEFECT)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.py")
    assert check(tmp_path).pairs == DEFECT
    assert check(tmp_path / "pipe.py").code == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    (tmp_path / "secret.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "secret.py").chmod(0)
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (3, DEFECT)
