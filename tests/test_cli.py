"""The command line: which command runs, what it prints, and with which code it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gatecheck import __version__, cli
from gatecheck.check import Request
from gatecheck.config import OutputFormat
from gatecheck.findings import Confidence, Failure, Report, Severity
from tests import stub_engine
from tests.records import finding

Run = Callable[..., int]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pool.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def requests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Replace the engine by one that finds a single ungated read and remembers what it was asked."""
    asked: list[Request] = []

    def check(request: Request) -> Report:
        asked.append(request)
        return Report(request.tree.root, (finding(),), files=len(request.tree.files))

    stub_engine.install(monkeypatch, check)
    return asked


def answer(monkeypatch: pytest.MonkeyPatch, **fields: object) -> None:
    stub_engine.install(monkeypatch, lambda request: Report(request.tree.root, **fields))


@pytest.mark.parametrize("arguments", [["."], ["check", "."], ["--color", "never", "."], ["check", "--jobs=2", "."]])
def test_check_is_the_default_command(
    requests: list[Request], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    assert "error[GC001] ungated-read" in capsys.readouterr().out
    assert len(requests) == 1


def test_options_reach_the_engine(folder: Path, requests: list[Request]) -> None:
    arguments = ["--select", "gc001,GC9", "--ignore", "GC902", "--no-cache", "--no-prefilter", "-j", "3", "pool.py"]
    cli.main(arguments)
    cli.main(["--cache-dir", "kept", "pool.py"])
    first, second = requests
    assert (first.settings.select, first.settings.ignore) == (("GC001", "GC9"), ("GC902",))
    assert (first.cache_dir, first.prefilter, first.jobs) == (None, False, 3)
    assert [file.path for file in first.tree.files] == ["pool.py"]
    assert (second.cache_dir, second.prefilter) == (str(folder / "kept"), True)


def test_configuration_is_read_and_overridden(folder: Path, requests: list[Request]) -> None:
    (folder / "pyproject.toml").write_text('[tool.gatecheck]\nselect = ["GC002"]\nmanaged = ["P.k"]\n')
    cli.main(["."])
    cli.main(["--select", "GC001", "."])
    assert [request.settings.select for request in requests] == [("GC002",), ("GC001",)]
    assert requests[1].settings.managed == ("P.k",)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, 0),
        ({"findings": (finding(),)}, 1),
        ({"findings": (finding(confidence=Confidence.MEDIUM),)}, 1),
        ({"findings": (finding(confidence=Confidence.LOW),)}, 0),
        ({"findings": (finding(severity=Severity.NOTE),)}, 0),
        ({"failed": (Failure("a.py", "broken"),)}, 3),
        ({"failed": (Failure("a.py", "broken"),), "findings": (finding(),)}, 3),
    ],
)
@pytest.mark.parametrize("form", ["text", "plain", "json"])
def test_exit_codes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, object], code: int, form: str
) -> None:
    answer(monkeypatch, files=1, **fields)
    assert cli.main(["--output-format", form, "."]) == code


def test_exit_zero_forgives_findings_and_nothing_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, files=1, findings=(finding(),))
    assert cli.main(["--exit-zero", "."]) == 0
    assert cli.main(["--exit-zero", "missing"]) == 2
    answer(monkeypatch, files=1, failed=(Failure("a.py", "broken"),))
    assert cli.main(["--exit-zero", "."]) == 3


def test_min_confidence_counts_for_the_exit_code_and_every_format(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, files=1, findings=(finding(confidence=Confidence.MEDIUM),))
    assert cli.main(["--min-confidence", "high", "--output-format", "json", "."]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []
    answer(monkeypatch, files=1, findings=(finding(confidence=Confidence.LOW),))
    assert cli.main(["--min-confidence", "low", "."]) == 0
    assert "confidence: low" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing"], "gatecheck: missing does not exist"),
        (["--select", "GC08", "."], "gatecheck: no rule matches 'GC08' (did you mean 'GC008'?)"),
        (["--config", "none.toml", "."], "none.toml cannot be read"),
        (["--output-format", "xml", "."], "'xml' is not one of"),
        (["--frobnicate"], "No such option"),
        (["pypi:sglang"], "write a release as pypi:sglang==0.5.10.post1"),
        (["explain", "GC0002"], "did you mean 'GC002'?"),
        (["explain"], "Missing argument"),
    ],
)
def test_wrong_usage(folder: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out == ""


def test_a_wrong_key_of_the_configuration_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text("[tool.gatecheck]\nselct = []\n")
    assert cli.main(["."]) == 2
    assert "did you mean 'select'?" in capsys.readouterr().err


def test_a_fault_of_the_engine_is_one_sentence_and_a_whole_report(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_request: Request) -> Report:
        raise RuntimeError("lost\nthe way")

    stub_engine.install(monkeypatch, broken)
    assert cli.main(["--output-format", "json", "."]) == 3
    said = capsys.readouterr()
    assert json.loads(said.out)["failed"] == [{"file": ".", "reason": "internal error: RuntimeError: lost\nthe way"}]
    assert said.err.splitlines()[0] == "gatecheck: internal error: RuntimeError: lost"
    assert "Traceback" not in said.err


def test_an_interrupt_shows_no_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_request: Request) -> Report:
        raise KeyboardInterrupt

    stub_engine.install(monkeypatch, interrupted)
    assert cli.main(["."]) == 130
    assert capsys.readouterr().err.strip() == "gatecheck: interrupted"


def test_failures_of_the_tree_are_told_with_those_of_the_engine(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "self.py").symlink_to("self.py")
    answer(monkeypatch, files=1)
    assert cli.main(["--output-format", "plain", "."]) == 3
    said = capsys.readouterr()
    assert said.out.startswith("self.py:1: the file cannot be read: ")
    assert said.err.startswith("gatecheck: self.py: the file cannot be read: ")


def test_output_file(folder: Path, requests: list[Request], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--output-file", "out/report.json", "--output-format", "json", "."]) == 1
    assert capsys.readouterr().out == ""
    assert json.loads((folder / "out/report.json").read_text())["version"] == __version__
    (folder / "taken").write_text("a file")
    assert cli.main(["--output-file", "taken/report.json", "."]) == 2


def test_further_outputs_come_from_the_same_run(folder: Path, requests: list[Request]) -> None:
    further = ["--also", "sarif=out/a.sarif", "--also", "markdown=a.md", "--also", "html=a.html"]
    assert cli.main([*further, "."]) == 1
    assert len(requests) == 1
    assert json.loads((folder / "out/a.sarif").read_text())["version"] == "2.1.0"
    assert (folder / "a.md").read_text().startswith("## gatecheck: 1 finding")
    assert (folder / "a.html").read_text().startswith("<!doctype html>")
    assert cli.main(["--also", "pdf=a.pdf", "."]) == 2
    assert cli.main(["--also", "sarif", "."]) == 2


@pytest.mark.parametrize("form", [form.value for form in OutputFormat])
def test_every_format_of_the_configuration_can_be_asked_for(
    folder: Path, requests: list[Request], form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--output-format", form, "."]) == 1
    assert "GC001" in capsys.readouterr().out


def test_show_settings(folder: Path, requests: list[Request], capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text('[tool.gatecheck]\nexclude = ["gen/"]\n')
    assert cli.main(["--show-settings", "--ignore", "GC002", "."]) == 0
    out = capsys.readouterr().out
    assert f"# from {folder / 'pyproject.toml'}" in out
    assert 'exclude = ["gen/"]' in out
    assert 'ignore = ["GC002"]' in out
    assert requests == []


def test_colors_follow_the_option(
    folder: Path, requests: list[Request], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.main(["."])
    assert "\x1b[" not in capsys.readouterr().out
    cli.main(["--color", "always", "."])
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    cli.main(["."])
    assert "\x1b[" in capsys.readouterr().out


def test_clean_runs_say_why_they_are_clean(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, files=0)
    assert cli.main(["."]) == 0
    assert capsys.readouterr().out == f"No Python file in {folder}: nothing to check.\n"
    answer(monkeypatch, files=2, protocol=False)
    assert cli.main(["--output-format", "json", "."]) == 0
    assert "no file waits for a layer's load" in capsys.readouterr().err


def test_explain_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", "gc002"]) == 0
    assert capsys.readouterr().out.startswith("GC002 dead-gate (error, on by default)\n\nWhat\n")
    assert cli.main(["explain", "partial-gate"]) == 0
    assert capsys.readouterr().out.startswith("GC003 ")
    assert cli.main(["rules"]) == 0
    assert "GC012 redundant-gate (note, off by default)" in capsys.readouterr().out
    assert cli.main(["rules", "--format", "json"]) == 0
    assert [page["code"] for page in json.loads(capsys.readouterr().out)][-1] == "GC902"


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert "pypi:sglang==0.5.10.post1" in capsys.readouterr().out
    assert cli.main(["check", "--help"]) == 0
    assert "--min-confidence" in capsys.readouterr().out
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"gatecheck {__version__}\n"


def test_a_command_that_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.LAZY, "verify", "gatecheck.no_such_module:verify")
    assert cli.main(["verify"]) == 2
    assert "the command 'verify' is not available here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "position", "expected"),
    [
        ("gatecheck ex", 1, "plain,explain"),
        ("gatecheck --min", 1, "plain,--min-confidence"),
        ("gatecheck check --output-f", 2, "plain,--output-format"),
        ("gatecheck --output-format sa", 2, "plain,sarif"),
        ("gatecheck explain GC00", 2, "plain,GC002"),
        ("gatecheck po", 1, "file,po"),
    ],
)
def test_shells_complete_words(
    words: str, position: int, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_GATECHECK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(position))
    with pytest.raises(SystemExit) as stop:
        cli.main([])
    assert stop.value.code == 0
    assert expected in capsys.readouterr().out.splitlines()


def test_a_real_interrupt_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text("x = 1\n")
    program = (
        "import os, signal, sys; from gatecheck import check, cli; "
        # A shell starts its background jobs with the signal ignored, and a child inherits that.
        "signal.signal(signal.SIGINT, signal.default_int_handler); "
        "check.examine = lambda request: os.kill(os.getpid(), signal.SIGINT); sys.exit(cli.main(['.']))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr.strip()) == (130, "", "gatecheck: interrupted")


def test_explain_never_loads_the_engine() -> None:
    program = (
        "import sys; from gatecheck.cli import main; code = main(['--help']); "
        "heavy = {'libcst', 'networkx', 'rich', 'torch', 'sglang'} & set(sys.modules); "
        "print(heavy, file=sys.stderr); sys.exit(bool(heavy) or code)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-W", "error", "-m", "gatecheck", "rules", "--format", "json"]
    run = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, "")
