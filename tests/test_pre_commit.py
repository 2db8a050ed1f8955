"""The pre-commit hooks: a valid manifest whose commands exist."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pre_commit.clientlib import load_manifest

from gatecheck.cli import cli

MANIFEST = Path(__file__).resolve().parent.parent / ".pre-commit-hooks.yaml"


def hooks() -> list[dict[str, Any]]:
    return list(load_manifest(str(MANIFEST)))


def test_the_manifest_offers_a_check_and_a_fix() -> None:
    assert [hook["id"] for hook in hooks()] == ["gatecheck", "gatecheck-fix"]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: str(hook["id"]))
def test_each_hook_looks_at_the_whole_program_once(hook: dict[str, Any]) -> None:
    assert (hook["pass_filenames"], hook["require_serial"], hook["types"]) == (False, True, ["python"])
    assert hook["args"] == ["--changed"]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: str(hook["id"]))
def test_each_command_is_understood(hook: dict[str, Any]) -> None:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "gatecheck"
    run = CliRunner().invoke(cli, [*arguments, *hook["args"], "--help"])
    assert run.exit_code == 0, run.output
