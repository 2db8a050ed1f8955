"""Installed with uv from the sources, the tool checks a checkout that is laid out like SGLang's own repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.repository import commit, create
from tests.small_protocol import PROTOCOL, UNGATED
from tests.tracked import copy_files, tracked_files

HASTY = UNGATED.format(comment="")
POOL = "python/sglang/srt/mem_cache/pool.py"
OUTSIDE = ("test/registered/test_pool.py", "benchmark/hicache/bench_pool.py", "python/sglang/test/pool.py")


def uv() -> str:
    """The program, from this environment first."""
    found = shutil.which("uv", path=sysconfig.get_path("scripts")) or shutil.which("uv")
    if found is None:
        pytest.skip("needs uv")
    return found


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uv")
    copy_files(tracked_files(), folder / "source")
    run(uv(), "venv", "--offline", "--quiet", str(folder / "venv"))
    options = ("--offline", "--quiet", "--no-deps", "--no-build-isolation", "--python", str(folder / "venv"))
    run(uv(), "pip", "install", *options, str(folder / "source"))
    return folder / "venv" / "bin" / "gatecheck"


def run(*command: str, cwd: Path | None = None, code: int = 0) -> str:
    """Run with what is installed here to be found: the package's needs, and what builds it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["PYTHONPATH"] = sysconfig.get_path("purelib")
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_the_package_is_what_a_bare_command_checks(tool: Path, tmp_path: Path) -> None:
    create(tmp_path)
    package = {f"python/sglang/{name}": "" for name in ("__init__.py", "srt/__init__.py", "srt/mem_cache/__init__.py")}
    commit(tmp_path, {**package, POOL: PROTOCOL + HASTY, **dict.fromkeys(OUTSIDE, PROTOCOL + HASTY)})
    said = run(str(tool), "check", "--output-format", "plain", "--no-cache", cwd=tmp_path, code=1)
    (line,) = said.splitlines()
    assert "HastyPool.get_first_row() GC001" in line
    assert line.startswith(f"{POOL}:")


def test_tests_and_benchmarks_are_checked_where_they_are_named(tool: Path, tmp_path: Path) -> None:
    create(tmp_path)
    commit(tmp_path, {POOL: PROTOCOL, OUTSIDE[0]: PROTOCOL + HASTY})
    options = ("check", "--output-format", "plain", "--no-cache")
    assert run(str(tool), *options, cwd=tmp_path) == ""
    assert "HastyPool.get_first_row() GC001" in run(str(tool), *options, "test", cwd=tmp_path, code=1)
