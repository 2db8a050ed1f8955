"""The files of this project as git knows them, and copies of them to build from."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = ("rules", "fixes", "runtime_verify")
"""The folders that stand at the top and install inside the package."""


def tracked_files() -> list[str]:
    """Return the paths of all files that are or will be tracked; skip the test outside of a checkout."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("needs the git checkout")
    command = [git, "ls-files", "-co", "--exclude-standard"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in run.stdout.splitlines() if (ROOT / name).is_file()]


def copy_files(tracked: list[str], target: Path) -> None:
    """Write the files and the links for static tools below ``target``."""
    for name in tracked:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / name, follow_symlinks=True)
    for name in OUTSIDE:
        (target / "gatecheck" / name).symlink_to(f"../{name}")
