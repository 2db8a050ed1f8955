"""The hooks as pre-commit installs and runs them, on a repository made from a real release."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gatecheck import releases
from tests.repository import commit, create

ROOT = Path(__file__).resolve().parent.parent
RELEASE = "pypi:sglang==0.5.10.post1"
POOLS = "python/sglang/srt/mem_cache/memory_pool.py"
QUIET = "python/sglang/srt/mem_cache/evict_policy.py"
OUTSIDE = ("test/srt/memory_pool.py", "benchmark/hicache/memory_pool.py")


@pytest.fixture(scope="module")
def release() -> Path:
    folder = releases.fetch(RELEASE, None)
    if isinstance(folder, releases.Unavailable):
        pytest.skip(folder.message)
    return Path(folder)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / ".git").exists():
        pytest.skip("needs the git checkout")
    return tmp_path_factory.mktemp("pre-commit")


def try_repo(home: Path, folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT_"))}
    environment |= {"PRE_COMMIT_HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "gatecheck", "--files", *files]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_only_changed_files_hold_up_a_commit(tmp_path: Path, release: Path, home: Path) -> None:
    create(tmp_path)
    shutil.copytree(release / "sglang/srt/mem_cache", tmp_path / "python/sglang/srt/mem_cache")
    # As in SGLang's repository, tests and benchmarks stand beside the package, and are not checked.
    commit(tmp_path, dict.fromkeys(OUTSIDE, ""))
    for name in OUTSIDE:
        shutil.copyfile(tmp_path / POOLS, tmp_path / name)
    with (tmp_path / QUIET).open("a") as file:
        file.write("# touched\n")
    calm = try_repo(home, tmp_path, QUIET, *OUTSIDE)
    assert calm.returncode == 0, calm.stdout + calm.stderr
    with (tmp_path / POOLS).open("a") as file:
        file.write("# touched\n")
    stopped = try_repo(home, tmp_path, POOLS)
    assert stopped.returncode == 1, stopped.stdout + stopped.stderr
    assert "NSATokenToKVPool.get_index_k_continuous" in stopped.stdout
    assert not [name for name in OUTSIDE if name in stopped.stdout]
