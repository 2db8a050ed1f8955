from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gatecheck.runtime_verify.command import verify


def test_importing_the_command_imports_neither_torch_nor_sglang() -> None:
    code = (
        "import sys; import gatecheck.runtime_verify.command; "
        "print(sorted({'torch', 'sglang', 'rich', 'libcst'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_package_refuses_its_bare_name() -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", "import runtime_verify"], cwd=root, capture_output=True, text=True, check=False
    )
    assert "import gatecheck.runtime_verify" in run.stderr


@pytest.mark.parametrize("level", ["cpu", "gpu"])
def test_a_path_without_a_tree_is_a_usage_error(tmp_path: Path, level: str) -> None:
    run = CliRunner().invoke(verify, [level, str(tmp_path)])
    assert run.exit_code == 2
    assert "no package sglang" in run.output


def test_each_level_explains_itself() -> None:
    for level in ("cpu", "gpu", "server"):
        run = CliRunner().invoke(verify, [level, "--help"])
        assert run.exit_code == 0
        assert "Ends with 0" in run.output
