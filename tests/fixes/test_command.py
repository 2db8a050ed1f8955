"""``--fix``, ``--unsafe-fixes`` and ``--diff`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gatecheck import cli
from gatecheck.fixes import codemod
from gatecheck.fixes.apply import CHECKED
from tests.fixes.small import WAIT, inserted
from tests.small_protocol import PROTOCOL, UNGATED

SCHEMA = json.loads((Path(__file__).parents[1] / "schemas/gatecheck-1.json").read_text(encoding="utf-8"))
HASTY = PROTOCOL + UNGATED.format(comment="  # as it is")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "pool.py"
    made.write_text(HASTY)
    return made


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = cli.main(["--no-cache", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def document(text: str) -> Any:
    found = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    return found


def test_a_fix_is_written_and_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--fix", "--output-format", "json", str(file.parent))
    assert code == 0
    assert inserted(HASTY, file.read_text()) == WAIT
    assert document(out)["findings"] == []
    (fixed,) = document(out)["fixed"]
    assert (fixed["rule"], fixed["symbol"], fixed["fix"]["strategy"]) == (
        "GC001",
        "HastyPool.get_first_row",
        "in-method",
    )
    assert fixed["checked"] == list(CHECKED)
    assert "repaired GC001 in HastyPool.get_first_row (pool.py)" in err
    assert f"checked of each: {', '.join(CHECKED)}" in err
    assert run(capsys, "--fix", str(file.parent))[0] == 0
    assert inserted(HASTY, file.read_text()) == WAIT


@pytest.mark.parametrize("options", [["--diff"], ["--diff", "--fix"], ["--diff", "--unsafe-fixes"]])
def test_a_diff_shows_and_writes_nothing(file: Path, capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    code, out, err = run(capsys, *options, str(file.parent))
    assert code == 1
    assert out.startswith("--- a/pool.py\n+++ b/pool.py\n")
    assert [line[1:] for line in out.splitlines()[2:] if line.startswith("+")] == WAIT
    assert "would repair" in err
    assert file.read_text() == HASTY


def test_a_finding_that_is_known_or_silenced_is_not_touched(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = file.parent / "known.json"
    assert run(capsys, "--baseline", str(known), "--update-baseline", str(file.parent))[0] == 0
    assert run(capsys, "--baseline", str(known), "--fix", str(file.parent))[0] == 0
    assert file.read_text() == HASTY
    silenced = PROTOCOL + UNGATED.format(comment="  # gatecheck: ignore[GC001] read before the first load")
    file.write_text(silenced)
    assert run(capsys, "--fix", str(file.parent))[0] == 0
    assert file.read_text() == silenced


def test_a_read_only_file_stays_and_its_finding_says_why(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o444)
    code, out, err = run(capsys, "--fix", "--output-format", "json", str(file.parent))
    (finding,) = document(out)["findings"]
    assert (code, finding["fix"]["reason"]) == (1, "not applied: the file is read-only")
    assert err.count("pool.py: not repaired: the file is read-only") == 1
    assert "GC001" not in err
    assert document(out)["fixed"] == []
    assert file.read_text() == HASTY


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_what_is_offered_and_not_applied_says_why(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(codemod, "apply", lambda *_, **__: codemod.Refused("no such place"))
    code, _, err = run(capsys, option, str(file.parent))
    assert code == 1
    assert "not repaired: GC001 in HastyPool.get_first_row (pool.py): no such place" in err
    assert file.read_text() == HASTY


def test_nothing_is_written_into_an_installed_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site-packages" / "sglang" / "srt"
    folder.mkdir(parents=True)
    (folder / "pool.py").write_text(HASTY)
    code, _, _ = run(capsys, "--fix", str(folder))
    assert code == 1
    assert (folder / "pool.py").read_text() == HASTY
