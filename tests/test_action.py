"""The composite action: valid, and its shell steps do what it promises on a real repository."""

from __future__ import annotations

import importlib.resources
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

from gatecheck import __version__
from tests.repository import commit, create, git
from tests.small_protocol import PROTOCOL, UNGATED
from tests.tracked import ROOT, copy_files, tracked_files

OLD = "def old(): pass  # UNGATED\n"
NEW = "def new(): pass  # UNGATED\n"
POOL = "python/sglang/srt/mem_cache/pool.py"


def action() -> Any:
    return YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))


def script(step: str) -> str:
    return next(str(each["run"]) for each in action()["runs"]["steps"] if each.get("id") == step)


def test_the_action_is_valid() -> None:
    folder = importlib.resources.files("check_jsonschema.builtin_schemas.vendor")
    schema = json.loads(folder.joinpath("github-actions.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(action())


def test_no_input_is_pasted_into_a_script() -> None:
    for step in action()["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_the_install_step_installs_this_checkout_into_a_place_of_its_own(tmp_path: Path) -> None:
    copy_files(tracked_files(), tmp_path / "action")
    environment = {**os.environ, "RUNNER_TEMP": str(tmp_path), "ACTION_PATH": str(tmp_path / "action")}
    # The runner's python3 is whichever comes first on PATH; here it must be one that the project supports.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script("install")]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    tool = tmp_path / "gatecheck-venv/bin/gatecheck"
    version = subprocess.run([tool, "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert version.stdout == f"gatecheck {__version__}\n"


STUBBED = "import sys; from gatecheck import check, cli; from tests import stub_engine; "
STUBBED += "check.examine = stub_engine.examined(stub_engine.check); sys.exit(cli.main(sys.argv[1:]))"
WHOLE = "import sys; from gatecheck import cli; sys.exit(cli.main(sys.argv[1:]))"


class Runner:
    """What GitHub's runner gives to a step."""

    def __init__(self, folder: Path, program: str) -> None:
        self.temp = folder / "runner"
        tool = self.temp / "gatecheck-venv/bin/gatecheck"
        tool.parent.mkdir(parents=True)
        tool.write_text(f'#!/bin/sh\nexec \'{sys.executable}\' -c "{program}" "$@"\n')
        tool.chmod(0o755)

    def check(self, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "PYTHONPATH": str(ROOT),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary.md"),
            **{f"GATECHECK_{name}": inputs.get(name.lower(), "") for name in ("PATHS", "SINCE", "ARGS")},
        }
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script("check")]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    return Runner(tmp_path, STUBBED)


def test_exactly_the_finding_of_the_pull_request_is_annotated(tmp_path: Path, runner: Runner) -> None:
    create(tmp_path / "origin")
    base = commit(tmp_path / "origin", {POOL: OLD, "test/test_pool.py": OLD})
    commit(tmp_path / "origin", {POOL: f"# moved\n{OLD}{NEW}"})
    git(tmp_path / "origin", "config", "uploadpack.allowAnySHA1InWant", "true")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path / 'origin'}", "clone")
    run = runner.check(tmp_path / "clone", since=base)
    assert run.returncode == 1, run.stderr
    annotations = [line for line in run.stdout.splitlines() if line.startswith("::")]
    assert len(annotations) == 1
    assert annotations[0].startswith(f"::error file={POOL},line=3,")
    assert "in new::" in annotations[0]
    assert (runner.temp / "output").read_text() == "exit-code=1\nreported=true\n"
    summary = (runner.temp / "summary.md").read_text()
    assert summary.startswith("## gatecheck: 1 finding\n")
    assert "1 known before" in summary
    sarif = json.loads((runner.temp / "gatecheck.sarif").read_text())
    states = {
        result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]: result["baselineState"]
        for result in sarif["runs"][0]["results"]
    }
    assert states == {"old": "unchanged", "new": "new"}


def test_the_whole_tool_annotates_what_a_pull_request_adds(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    hasty = UNGATED.format(comment="")
    added = hasty.replace("HastyPool", "NewPool").replace("get_first_row", "get_any_row")
    create(tmp_path / "repository")
    outside = {"test/srt/test_pool.py": PROTOCOL, "benchmark/hicache/bench.py": PROTOCOL}
    base = commit(tmp_path / "repository", {POOL: PROTOCOL + hasty, **outside})
    touched = {name: text + added for name, text in outside.items()}
    commit(tmp_path / "repository", {POOL: f"# moved\n{PROTOCOL}{hasty}{added}", **touched})
    run = Runner(tmp_path, WHOLE).check(tmp_path / "repository", since=base, args="--no-cache")
    assert run.returncode == 1, run.stderr
    (annotation,) = [line for line in run.stdout.splitlines() if line.startswith("::")]
    assert annotation.startswith(f"::error file={POOL},line=")
    assert "NewPool.get_any_row" in annotation


def test_a_clean_pull_request_passes(tmp_path: Path, runner: Runner) -> None:
    create(tmp_path / "repository")
    base = commit(tmp_path / "repository", {POOL: OLD})
    commit(tmp_path / "repository", {"README.md": "text"})
    run = runner.check(tmp_path / "repository", since=base)
    assert (run.returncode, run.stdout) == (0, "")
    assert re.match(r"## gatecheck: no findings\n", (runner.temp / "summary.md").read_text())


def test_without_a_base_everything_is_annotated(tmp_path: Path, runner: Runner) -> None:
    create(tmp_path / "repository")
    commit(tmp_path / "repository", {POOL: OLD})
    run = runner.check(tmp_path / "repository", args="--exit-zero --select GC001", paths="python *")
    assert run.returncode == 2
    assert "* does not exist" in run.stderr
    run = runner.check(tmp_path / "repository", args="--exit-zero --select GC001", paths="python")
    assert run.returncode == 0
    assert run.stdout.count("::error") == 1


def test_an_unknown_base_ends_the_step(tmp_path: Path, runner: Runner) -> None:
    create(tmp_path / "repository")
    commit(tmp_path / "repository", {POOL: OLD})
    assert runner.check(tmp_path / "repository", since="0" * 40).returncode == 2
