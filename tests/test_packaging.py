"""What is installed is what is tracked: the package ``gatecheck``, whole, and nothing beside it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.tracked import OUTSIDE, ROOT, copy_files, tracked_files


def _packaged(names: list[str]) -> set[str]:
    """Return the files of the package as they are called where they are installed: without the rules' examples."""
    folders = ("gatecheck", *OUTSIDE)
    ours = [name for name in names if name.split("/")[0] in folders and "/examples/" not in name]
    chosen = [name for name in ours if name.endswith((".py", "py.typed", ".j2"))]
    return {name if name.startswith("gatecheck/") else f"gatecheck/{name}" for name in chosen}


def _build(source: Path, target: Path, kind: str) -> Path:
    program = f"import setuptools.build_meta as b, sys; print(b.build_{kind}(sys.argv[1]))"
    command = [sys.executable, "-c", program, str(target)]
    target.mkdir(exist_ok=True)
    run = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return target / run.stdout.splitlines()[-1]


def _files(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    return tracked_files()


@pytest.fixture(scope="module")
def wheel(tracked: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("wheel")
    copy_files(tracked, folder / "source")
    return _build(folder / "source", folder / "out", "wheel")


def test_the_wheel_holds_the_tracked_files_and_nothing_else(tracked: list[str], wheel: Path) -> None:
    files = _files(wheel)
    packaged = {name for name in files if ".dist-info/" not in name}
    assert packaged == _packaged(tracked)
    assert {name.split("/")[0] for name in files - packaged} == {wheel.name.split("-py3")[0] + ".dist-info"}


def test_the_wheel_of_the_sdist_is_the_same(
    tracked: list[str], wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("sdist")
    copy_files(tracked, folder / "source")
    sdist = _build(folder / "source", folder / "out", "sdist")
    with tarfile.open(sdist) as archive:
        # Python before 3.11.4 has no such filter, and later ones warn without it.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        archive.extractall(folder / "unpacked")
    (source,) = (folder / "unpacked").iterdir()
    assert _files(_build(source, folder / "out", "wheel")) == _files(wheel)


def test_the_installed_package_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    program = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); from gatecheck.cli import main; "
    program += "import gatecheck; print(gatecheck.__file__); sys.exit(main(['explain', 'GC001']))"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(tmp_path / "site/gatecheck"))


@pytest.mark.parametrize("folder", OUTSIDE)
def test_no_folder_can_be_imported_under_its_bare_name(folder: str) -> None:
    command = [sys.executable, "-c", f"import {folder}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert f"import gatecheck.{folder}, not {folder}" in run.stderr


def test_links_for_static_tools_are_in_place() -> None:
    for name in OUTSIDE:
        assert (ROOT / "gatecheck" / name).resolve() == ROOT / name
