"""A fix that fails one of its checks is not applied: the file stays as it was, and the finding says which check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from gatecheck import check
from gatecheck.findings import Failure, Finding, Report, State
from gatecheck.fixes import codemod
from gatecheck.fixes.apply import Outcome, Wanted, repair
from gatecheck.fixes.edits import Edit, Insert
from tests.fixes.small import SAFE, program, request

ROW = "        return self.rows[layer_id - self.start_layer].clone()\n"
ONE = "class Hasty(Pool):\n    def get_first(self, layer_id):\n" + ROW
TWO = ONE + "\n    def get_last(self, layer_id):\n" + ROW


def refused(folder: Path, text: str, change: object = None) -> tuple[set[str], Outcome]:
    """Repair a program while the second look gives a changed report, or raises; the reasons, and what came of it."""
    asked = request(folder, program(text))
    first = check.examine(asked)

    def again(before: check.Examined, texts: Mapping[str, str]) -> check.Examined:
        after = check.again(asked, before, texts)
        if change is None:
            return after
        assert callable(change)
        return msgspec.structs.replace(after, report=change(first.report, after.report))

    done = repair(first, Wanted(SAFE), again)
    assert done.texts == ()
    assert done.repairs == ()
    assert len(done.after.report.findings) == len(first.report.findings)
    assert {f.fix.reason for f in done.after.report.findings} == {r.reason for r in done.refusals}
    return {r.reason for r in done.refusals}, done


def test_a_tree_that_cannot_be_analysed_any_more(tmp_path: Path) -> None:
    def fail(_: Report, __: Report) -> Report:
        raise RecursionError

    reasons, done = refused(tmp_path, TWO, fail)
    assert reasons == {"not applied: the edited tree cannot be analysed"}
    assert len(done.refusals) == 2


def test_a_file_that_cannot_be_checked_any_more(tmp_path: Path) -> None:
    def failing(_: Report, after: Report) -> Report:
        return msgspec.structs.replace(after, failed=(Failure("pool.py", "no"),))

    assert refused(tmp_path, ONE, failing)[0] == {"not applied: the edited file could not be checked"}


def test_a_finding_that_is_still_there(tmp_path: Path) -> None:
    def same(before: Report, _: Report) -> Report:
        return before

    reasons, _ = refused(tmp_path, TWO, same)
    assert reasons == {
        f"not applied: the analysis would still find GC001 in Hasty.{name}" for name in ("get_first", "get_last")
    }


def test_a_finding_elsewhere(tmp_path: Path) -> None:
    def moved(before: Report, after: Report) -> Report:
        other: Finding = msgspec.structs.replace(before.findings[0], symbol="Pool.get_rows", state=State.NEW)
        return msgspec.structs.replace(after, findings=(other,))

    assert refused(tmp_path, ONE, moved)[0] == {"not applied: the analysis would then find GC001 in Pool.get_rows"}


def test_an_edit_that_is_not_possible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(_text: str, _edit: Edit, *, whole: bool) -> codemod.Refused:
        return codemod.Refused("no such place")

    monkeypatch.setattr(codemod, "apply", impossible)
    assert refused(tmp_path, ONE)[0] == {"not applied: no such place"}


def test_an_edit_that_changes_more_than_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(text: str, _edit: Edit, *, whole: bool) -> str:
        return text.replace("size", "count")

    monkeypatch.setattr(codemod, "apply", greedy)
    assert refused(tmp_path, ONE)[0] == {"not applied: more than new lines would change"}


def test_an_edit_after_which_the_file_does_not_parse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crooked(text: str, edit: Edit, *, whole: bool) -> str:
        assert isinstance(edit, Insert)
        lines = "".join(f"  {line.text}\n" for line in edit.lines)
        return text.replace(ROW, lines + ROW)

    monkeypatch.setattr(codemod, "apply", crooked)
    assert refused(tmp_path, ONE)[0] == {"not applied: the file would not parse any more"}
