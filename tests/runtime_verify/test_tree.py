from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from gatecheck.runtime_verify.tree import NoTreeError, find_tree, unpack


def package(folder: Path) -> Path:
    (folder / "sglang" / "srt").mkdir(parents=True)
    (folder / "sglang" / "__init__.py").touch()
    return folder


@pytest.mark.parametrize("below", [".", "sglang", "sglang/srt"])
def test_a_tree_is_found_from_any_of_its_upper_folders(tmp_path: Path, below: str) -> None:
    assert find_tree(str(package(tmp_path) / below)) == tmp_path.resolve()


def test_a_checkout_is_found_by_its_python_folder(tmp_path: Path) -> None:
    package(tmp_path / "python")
    assert find_tree(str(tmp_path)) == (tmp_path / "python").resolve()


def test_a_folder_without_the_whole_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sglang" / "srt").mkdir(parents=True)
    with pytest.raises(NoTreeError, match="__init__"):
        find_tree(str(tmp_path))


@pytest.mark.parametrize("argument", ["pypi:sglang", "pypi:torch==2", "pypi:sglang==0.5; rm"])
def test_only_a_release_of_sglang_can_be_named(argument: str) -> None:
    with pytest.raises(NoTreeError, match="pypi:sglang=="):
        find_tree(argument)


def test_only_the_package_is_unpacked(tmp_path: Path) -> None:
    wheel = tmp_path / "sglang.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("sglang/__init__.py", "sglang/srt/a.py", "sglang/test/b.py", "other/c.py"):
            archive.writestr(name, "")
    unpack(wheel, tmp_path / "out")
    files = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.py")}
    assert files == {"sglang/__init__.py", "sglang/srt/a.py"}


def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "sglang.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("sglang/../../evil.py", "")
    with pytest.raises(NoTreeError, match="unsafe"):
        unpack(wheel, tmp_path / "out")
