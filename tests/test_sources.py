"""Arguments become a tree: what is in scope, what is left out, what cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gatecheck import sources
from gatecheck.findings import Failure
from gatecheck.sources import Refused, SourceFile, Tree, Where, may_write, read, resolve


def plant(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x = 1\n")


def tree(cwd: Path, *paths: str, **rest: object) -> Tree:
    found = resolve(Where(paths, str(cwd), **rest))  # type: ignore[arg-type]
    assert isinstance(found, Tree), found
    return found


def names(found: Tree) -> list[str]:
    return [file.path for file in found.files]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    plant(
        tmp_path,
        "python/sglang/srt/mem_cache/memory_pool.py",
        "python/sglang/srt/server.py",
        "python/sglang/lang/api.py",
        "test/srt/test_pool.py",
        "benchmark/bench.py",
        ".git/hooks/pre.py",
    )
    return tmp_path


SRT = ["python/sglang/srt/mem_cache/memory_pool.py", "python/sglang/srt/server.py"]


def test_a_checkout_means_its_runtime(checkout: Path) -> None:
    for found in (tree(checkout), tree(checkout, "."), tree(checkout.parent, checkout.name)):
        assert (found.root, names(found), found.writable) == (str(checkout), SRT, True)


def test_without_a_path_the_checkout_around_is_found(checkout: Path) -> None:
    found = tree(checkout / "test/srt")
    assert (found.root, names(found)) == (str(checkout), SRT)


def test_folders_inside_a_checkout_stand_for_themselves(checkout: Path) -> None:
    assert names(tree(checkout, "test")) == ["srt/test_pool.py"]
    assert names(tree(checkout, "python")) == ["sglang/srt/mem_cache/memory_pool.py", "sglang/srt/server.py"]
    assert names(tree(checkout, "python/sglang")) == ["srt/mem_cache/memory_pool.py", "srt/server.py"]
    assert names(tree(checkout, "python/sglang/srt/mem_cache")) == ["memory_pool.py"]
    assert names(tree(checkout, ".", "benchmark")) == ["benchmark/bench.py", *SRT]


def test_tests_inside_the_runtime_are_left_out_unless_named(checkout: Path) -> None:
    storage = "python/sglang/srt/mem_cache/storage"
    plant(checkout, f"{storage}/nixl.py", f"{storage}/test_nixl.py", f"{storage}/tests/fake.py")
    assert f"{storage}/nixl.py" in names(tree(checkout))
    assert names(tree(checkout, storage)) == ["nixl.py"]
    assert names(tree(checkout, f"{storage}/test_nixl.py")) == ["test_nixl.py"]
    assert names(tree(checkout, f"{storage}/tests")) == ["fake.py"]


def test_a_fork_under_another_name_is_a_checkout_too(tmp_path: Path) -> None:
    plant(tmp_path, "python/fork/srt/mem_cache/memory_pool.py", "test/test_pool.py")
    assert names(tree(tmp_path)) == ["python/fork/srt/mem_cache/memory_pool.py"]


def test_roots_of_files_and_of_several_paths(tmp_path: Path) -> None:
    plant(tmp_path, "a/one.py", "a/b/two.py", "c/three.py")
    assert tree(tmp_path, "a/one.py").root == str(tmp_path / "a")
    assert tree(tmp_path, "a/one.py", "a/b/two.py").root == str(tmp_path / "a")
    assert tree(tmp_path, "a", "a/b").root == str(tmp_path / "a")
    several = tree(tmp_path, "c", "a")
    assert (several.root, names(several)) == (str(tmp_path), ["a/b/two.py", "a/one.py", "c/three.py"])


def test_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    plant(tmp_path, "a/one.py")
    assert names(tree(tmp_path, "a", "a/one.py", "a/../a/one.py")) == ["one.py"]


@pytest.mark.parametrize("path", ["nothing", "one.py/below"])
def test_missing_paths_are_refused(tmp_path: Path, path: str) -> None:
    plant(tmp_path, "one.py")
    assert resolve(Where(("one.py", path), str(tmp_path))) == Refused(f"{path} does not exist")


def test_nothing_to_check_is_refused_with_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_installed_package", lambda: None)
    answer = resolve(Where((), str(tmp_path)))
    assert isinstance(answer, Refused)
    assert "pypi:sglang==0.5.10.post1" in answer.message


def test_the_installed_package_is_found_without_being_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site-packages"
    plant(site, "sglang/srt/pool.py")
    (site / "sglang/__init__.py").write_text("raise SystemExit('imported')")
    (tmp_path / "empty").mkdir()
    monkeypatch.syspath_prepend(str(site))
    found = tree(tmp_path / "empty")
    assert (found.root, names(found), found.writable) == (str(site), ["sglang/srt/pool.py"], False)


def test_an_installed_package_is_never_writable_even_when_named(tmp_path: Path) -> None:
    plant(tmp_path, "site-packages/sglang/srt/pool.py")
    found = tree(tmp_path, "site-packages/sglang")
    assert not found.writable
    assert not may_write(found, found.files[0])


def test_an_empty_folder_is_a_tree_without_files(tmp_path: Path) -> None:
    assert tree(tmp_path, ".") == Tree(str(tmp_path), writable=True)


def test_folders_that_hold_no_sources_are_skipped(tmp_path: Path) -> None:
    plant(tmp_path, "a.py", ".tox/b.py", "__pycache__/c.py", "venv/d.py", ".#lock.py", "notes.txt", "stub.pyi")
    assert names(tree(tmp_path, ".")) == ["a.py"]


def test_exclude_counts_from_the_configuration_and_spares_what_is_named(tmp_path: Path) -> None:
    plant(tmp_path, "p/a.py", "p/gen/b.py", "p/gen/keep.py", "gen.py", "q/deep/gen/c.py")
    excluded = {"exclude": ("p/gen/*", "!p/gen/keep.py", "/gen.py"), "exclude_base": str(tmp_path)}
    assert names(tree(tmp_path, "p", **excluded)) == ["a.py", "gen/keep.py"]
    assert names(tree(tmp_path, "p/gen/b.py", **excluded)) == ["b.py"]
    assert names(tree(tmp_path, ".", exclude=("gen/",))) == ["gen.py", "p/a.py"]


def test_links_never_loop_and_never_double(tmp_path: Path) -> None:
    plant(tmp_path, "in/a.py", "in/b/c.py", "out/d.py")
    (tmp_path / "in/loop").symlink_to("..")
    (tmp_path / "in/b/up").symlink_to(tmp_path / "in")
    (tmp_path / "in/away").symlink_to(tmp_path / "out")
    (tmp_path / "in/again.py").symlink_to("a.py")
    (tmp_path / "in/borrowed.py").symlink_to(tmp_path / "out/d.py")
    (tmp_path / "in/self.py").symlink_to("self.py")
    found = tree(tmp_path, "in")
    assert names(found) == ["a.py", "b/c.py", "borrowed.py"]
    assert found.notes == (
        "away is a link out of the tree and is not followed",
        "b/up is a link to a folder above it and is not followed",
        "loop is a link to a folder above it and is not followed",
    )
    assert [failure.file for failure in found.failed] == ["self.py"]
    assert "cannot be read" in found.failed[0].reason
    allowed = {file.path: may_write(found, file) for file in found.files}
    assert allowed == {"a.py": True, "b/c.py": True, "borrowed.py": False}


def test_a_folder_that_is_a_link_can_be_named(tmp_path: Path) -> None:
    plant(tmp_path, "real/a.py")
    (tmp_path / "alias").symlink_to("real")
    found = tree(tmp_path, "alias")
    assert (found.root, names(found)) == (str(tmp_path / "alias"), ["a.py"])


def test_unreadable_folders_are_failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tmp_path, "a.py", "shut/b.py")
    scandir = os.scandir

    def denied(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(sources.os, "scandir", denied)
    found = tree(tmp_path, ".")
    assert names(found) == ["a.py"]
    assert found.failed == (Failure("shut", "the folder cannot be read: Permission denied"),)


def test_special_files_are_refused_or_skipped(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert resolve(Where(("pipe.py",), str(tmp_path))) == Refused("pipe.py is neither a file nor a folder")
    assert names(tree(tmp_path, ".")) == []


def test_names_that_are_no_text_stay_readable(tmp_path: Path) -> None:
    strange = os.fsdecode(os.fsencode(tmp_path) + b"/p\xff.py")
    try:
        Path(strange).write_text("x = 1\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    (file,) = tree(tmp_path, ".").files
    assert file.path == "p\\xff.py"
    assert read(file) == "x = 1\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"x = 1\r\ny = 2\r", "x = 1\r\ny = 2\r"),
        ("\ufeffx = 'é'\n".encode(), "x = 'é'\n"),
        (b"", ""),
        (b"a\nb\n\xffc\n", Failure("f.py", "the file is not UTF-8: byte 0xff in line 3")),
        (b"# coding: latin-1\nx = '\xe9'\n", Failure("f.py", "the file is not UTF-8: byte 0xe9 in line 2")),
        (b"x\0", Failure("f.py", "the file holds a NUL byte, so it is not Python source")),
    ],
)
def test_read(tmp_path: Path, data: bytes, expected: str | Failure) -> None:
    file = tmp_path / "f.py"
    file.write_bytes(data)
    assert read(SourceFile("f.py", str(file))) == expected


def test_a_file_that_vanished_is_a_failure(tmp_path: Path) -> None:
    gone = read(SourceFile("f.py", str(tmp_path / "f.py")))
    assert gone == Failure("f.py", "the file cannot be read: No such file or directory")
