"""A change answers for what it brings, and for nothing that was there before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gatecheck import cli
from gatecheck.check import Request
from gatecheck.findings import Report
from tests import stub_engine
from tests.repository import commit, create, git

OLD = "def old(): pass  # UNGATED\n"
NEW = "def new(): pass  # UNGATED\n"
POOL = "python/sglang/srt/mem_cache/pool.py"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stub_engine.install(monkeypatch)
    for name in ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "checkout"
    create(folder)
    commit(folder, {POOL: OLD, "test/test_pool.py": OLD})
    monkeypatch.chdir(folder)
    return folder


def states(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    document: Any = json.loads(capsys.readouterr().out)
    return {found["symbol"]: found["state"] for found in document["findings"]}


def run(*arguments: str) -> int:
    return cli.main(["--output-format", "json", *arguments])


@pytest.mark.parametrize("paths", [[], ["."], ["python"], ["python/sglang/srt"], [POOL]])
def test_only_what_the_revision_lacks_is_new(
    repository: Path, capsys: pytest.CaptureFixture[str], paths: list[str]
) -> None:
    assert run("--since", "HEAD", *paths) == 0
    assert states(capsys) == {"old": "baselined"}
    (repository / POOL).write_text(f"\n\n# lines move\n{NEW}{OLD}")
    assert run("--since", "HEAD", *paths) == 1
    assert states(capsys) == {"new": "new", "old": "baselined"}


def test_folders_and_files_that_the_revision_lacks_are_new_as_a_whole(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = git(repository, "rev-parse", "HEAD")
    commit(repository, {"extra/deep/pool.py": NEW, "loose.py": "def loose(): pass  # UNGATED\n"})
    assert run("--since", base, "extra") == 1
    assert states(capsys) == {"new": "new"}
    assert run("--since", base, "loose.py", POOL) == 1
    assert states(capsys) == {"loose": "new", "old": "baselined"}


def test_the_revision_is_read_without_touching_the_repository(repository: Path) -> None:
    (repository / POOL).write_text(NEW)
    before = git(repository, "status", "--porcelain"), git(repository, "worktree", "list")
    run("--since", "HEAD")
    assert (git(repository, "status", "--porcelain"), git(repository, "worktree", "list")) == before


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [("nowhere", "git knows no revision 'nowhere' here"), ("--output=x", "git knows no revision '--output=x' here")],
)
def test_unknown_revisions_are_wrong_usage(
    repository: Path, capsys: pytest.CaptureFixture[str], revision: str, sentence: str
) -> None:
    assert run(f"--since={revision}") == 2
    assert sentence in capsys.readouterr().err


def test_outside_a_repository_there_is_nothing_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub_engine.install(monkeypatch)
    (tmp_path / "a.py").write_text(OLD)
    for option in (["--since", "HEAD"], ["--changed"]):
        assert run(*option, str(tmp_path)) == 2
        assert "is in no git repository" in capsys.readouterr().err


def test_changed_leaves_only_files_that_differ(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = "python/sglang/srt/mem_cache/other.py"
    commit(repository, {other: OLD})
    assert run("--changed") == 0
    assert states(capsys) == {}
    (repository / POOL).write_text(f"# touched\n{OLD}")
    (repository / "python/sglang/srt/untracked.py").write_text(NEW)
    assert run("--changed") == 1
    document = json.loads(capsys.readouterr().out)
    assert [found["file"] for found in document["findings"]] == [POOL, "python/sglang/srt/untracked.py"]


def test_changed_before_the_first_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub_engine.install(monkeypatch)
    create(tmp_path / "fresh")
    (tmp_path / "fresh/a.py").write_text(NEW)
    git(tmp_path / "fresh", "add", "a.py")
    assert run("--changed", str(tmp_path / "fresh")) == 1
    assert states(capsys) == {"new": "new"}


def test_changed_follows_the_revisions_that_pre_commit_compares(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = git(repository, "rev-parse", "HEAD")
    head = commit(repository, {"python/sglang/srt/next.py": NEW})
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", base)
    monkeypatch.setenv("PRE_COMMIT_TO_REF", head)
    assert run("--changed") == 1
    assert states(capsys) == {"new": "new"}


def test_a_fault_of_the_engine_on_the_revision_makes_nothing_new(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(request: Request) -> Report:
        return stub_engine.check(request) if request.tree.root == str(repository) else Report(str(1 / 0))

    stub_engine.install(monkeypatch, check)
    assert run("--since", "HEAD") == 3
    (failure,) = json.loads(capsys.readouterr().out)["failed"]
    assert failure["reason"] == "HEAD could not be checked: internal error: ZeroDivisionError: division by zero"
