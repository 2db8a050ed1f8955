"""Releases from the index: fetched once, kept safely, never run."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from gatecheck import releases
from gatecheck.releases import Unavailable, fetch
from tests.wheels import POOL, write_wheel

FILES = {
    "sglang/__init__.py": "raise SystemExit('imported')\n",
    "sglang/srt/pool.py": POOL,
    "sglang/srt/data.json": "{}",
    "sglang/test/test_pool.py": "",
}


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make pip look into one folder only."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def below(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "tag", ["py3-none-any", "cp312-cp312-manylinux_2_34_x86_64", "cp310-abi3-manylinux2014_x86_64"]
)
def test_only_the_runtime_is_kept(tmp_path: Path, index: Path, tag: str) -> None:
    write_wheel(index, "0.5.12", FILES, tag)
    folder = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(folder, str)
    assert below(folder) == ["sglang/srt/pool.py"]
    assert [path.name for path in Path(folder).parent.iterdir()] == ["sglang-0.5.12"]


def test_a_release_for_another_python_is_found(tmp_path: Path, index: Path) -> None:
    write_wheel(index, "0.5.12", FILES, "cp311-cp311-manylinux_2_28_x86_64")
    assert isinstance(fetch("pypi:sglang==0.5.12", str(tmp_path / "cache")), str)


def test_the_second_time_needs_no_index(tmp_path: Path, index: Path) -> None:
    wheel = write_wheel(index, "0.5.12", FILES)
    first = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    wheel.unlink()
    assert fetch("pypi:sglang==0.5.12", str(tmp_path / "cache")) == first


def test_an_unknown_version_is_told(tmp_path: Path, index: Path) -> None:
    write_wheel(index, "0.5.12", FILES)
    answer = fetch("pypi:sglang==0.5.13", str(tmp_path / "cache"))
    assert answer == Unavailable("the index has no wheel of sglang 0.5.13; near is 0.5.12")
    assert list((tmp_path / "cache/releases").iterdir()) == []


def test_an_unreachable_index_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path))
    assert answer == Unavailable("sglang 0.5.12 is not in the cache, and the package index cannot be reached")


@pytest.mark.parametrize(
    "text", ["pypi:sglang", "pypi:other==1", "pypi:sglang==--x", "pypi:sglang==1 2", "pypi:sglang=="]
)
def test_other_forms_are_refused(tmp_path: Path, text: str) -> None:
    answer = fetch(text, str(tmp_path))
    assert isinstance(answer, Unavailable)
    assert "pypi:sglang==0.5.10.post1" in answer.message


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("sglang/srt/../../../evil.py", "unsafe path"),
        ("sglang/srt/a\\b.py", "unsafe path"),
        ("sglang/srt/C:evil.py", "unsafe path"),
    ],
)
def test_unsafe_paths_are_refused_and_leave_nothing(tmp_path: Path, index: Path, name: str, part: str) -> None:
    write_wheel(index, "0.5.12", {**FILES, name: ""})
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(answer, Unavailable)
    assert part in answer.message
    assert list((tmp_path / "cache/releases").iterdir()) == []
    assert not list(tmp_path.rglob("evil.py"))


def test_symbolic_links_are_refused(tmp_path: Path, index: Path) -> None:
    wheel = write_wheel(index, "0.5.12", FILES)
    link = zipfile.ZipInfo("sglang/srt/link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(answer, Unavailable)
    assert "symbolic link" in answer.message


def test_size_is_limited_by_what_is_unpacked(tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "_MAX_BYTES", 5)
    write_wheel(index, "0.5.12", FILES)
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(answer, Unavailable)
    assert "more than 5 bytes" in answer.message


def test_a_wheel_without_the_runtime_is_refused(tmp_path: Path, index: Path) -> None:
    write_wheel(index, "0.5.12", {"sglang/__init__.py": ""})
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(answer, Unavailable)
    assert "holds no sglang/srt/" in answer.message


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, index: Path) -> None:
    write_wheel(index, "0.5.12", FILES)
    (tmp_path / "cache").write_text("a file")
    answer = fetch("pypi:sglang==0.5.12", str(tmp_path / "cache"))
    assert isinstance(answer, Unavailable)
    assert "cannot be kept" in answer.message
