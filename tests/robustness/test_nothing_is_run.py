"""What is checked is read, never run; and only what is asked for is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gatecheck import cli
from tests.small_protocol import PROTOCOL

TRAP = """

import os
from pathlib import Path

Path(os.environ["GATECHECK_TRAP"]).write_text("run")


class HastyPool(Pool):
    __annotations__["x"] = Path(os.environ["GATECHECK_TRAP"]).write_text("run")

    @(lambda f: Path(os.environ["GATECHECK_TRAP"]).write_text("run") and f)
    def get_first_row(self, layer_id, default=Path(os.environ["GATECHECK_TRAP"]).write_text("run")):
        return self.rows[layer_id - self.start_layer][0].clone()
"""


@pytest.fixture
def trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree whose every import leaves a file, and that is the place where the command runs."""
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "pool.py").write_text(PROTOCOL + TRAP)
    for name in ("sitecustomize.py", "torch.py", "libcst.py", "conftest.py", "setup.py"):
        (folder / name).write_text(TRAP)
    monkeypatch.setenv("GATECHECK_TRAP", str(tmp_path / "trap"))
    monkeypatch.chdir(folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, with what it holds."""
    return {os.fspath(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [["--no-cache", "."], ["--no-cache", "--no-prefilter", "."], ["--no-cache", "--diff", "."], ["graph", "Pool", "."]],
)
def test_a_look_runs_and_writes_nothing(trapped: Path, tmp_path: Path, arguments: list[str]) -> None:
    before = files(tmp_path)
    assert cli.main(arguments) in {0, 1}
    assert files(tmp_path) == before


def test_a_fix_runs_nothing_and_writes_one_file(trapped: Path, tmp_path: Path) -> None:
    before = files(tmp_path)
    cli.main(["--no-cache", "--fix", "--unsafe-fixes", "."])
    after = files(tmp_path)
    assert after.keys() == before.keys()
    assert {name for name, data in after.items() if data != before[name]} <= {"tree/pool.py"}


def test_a_cache_is_the_only_thing_left(trapped: Path, tmp_path: Path) -> None:
    before = files(tmp_path)
    cli.main(["--cache-dir", str(tmp_path / "kept"), "."])
    assert {name for name in files(tmp_path) if name not in before} <= {
        f"kept/{name}"
        for name in (".gitignore", "definitions.msgpack", "reports.msgpack", "selections.msgpack", "stamps.msgpack")
    }
