"""A change in a file that a run leaves out is answered from what an earlier run kept; any other one never is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gatecheck import check, narrow, prefilter
from gatecheck.check import Request
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.rules import registry
from tests.test_prefilter import FILES, tree

pytestmark = pytest.mark.usefixtures("_nothing_is_small")
LATER = "\n\ndef later(x):\n    return [x, x]\n"


@pytest.fixture
def _nothing_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefilter, "SMALL_FILES", 0)


def request(folder: Path, files: dict[str, str]) -> Request:
    return Request(tree(folder / "tree", files), Settings(), 1, str(folder / "kept"))


def plain(report: Report) -> Report:
    return msgspec.structs.replace(report, seconds=0, timings=(), parsed=0, cached=0)


def analysed(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """The requests that are analysed from here on, rather than answered."""
    seen: list[Request] = []
    examine = check.examine

    def noted(asked: Request) -> check.Examined:
        seen.append(asked)
        return examine(asked)

    monkeypatch.setattr(check, "examine", noted)
    return seen


def test_a_change_that_cannot_matter_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = check.check(request(tmp_path, FILES))
    assert first.findings
    seen = analysed(monkeypatch)
    changed = {**FILES, "noise.py": FILES["noise.py"] + LATER}
    assert plain(check.check(request(tmp_path, changed))) == plain(first)
    assert seen == []
    again = {**changed, "noise.py": changed["noise.py"] + LATER}
    assert plain(check.check(request(tmp_path, again))) == plain(first)
    assert seen == []


MATTERS = {
    "a word of the protocol": ("noise.py", "\n\ndef f(counter):\n    counter.wait_until(0)\n"),
    "the name of a pool": ("noise.py", "\n\nfrom pool import Pool\n\n\nclass Noisy(Pool):\n    pass\n"),
    "a comment for the tool": ("noise.py", "\n# gatecheck: ignore[GC001] -- nothing\n"),
    "a replay": ("noise.py", "\n\ndef f(graph):\n    graph.replay()\n"),
    "a definition more in a file that was looked into": ("hasty.py", "\n\n    def other(self):\n        return 1\n"),
    "an accessor of the pools": ("noise.py", "\n\ndef f(pool):\n    return pool.rows[0].clone()\n"),
}


@pytest.mark.parametrize("what", MATTERS)
def test_a_change_that_can_matter_is_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    check.check(request(tmp_path, FILES))
    file, more = MATTERS[what]
    changed = {**FILES, file: FILES[file] + more}
    seen = analysed(monkeypatch)
    report = check.check(request(tmp_path, changed))
    assert len(seen) == 1
    fresh = Request(tree(tmp_path / "fresh", changed), Settings())
    assert plain(report).findings == plain(check.check(fresh)).findings


UNOPENED = "\n\ndef sums(values, many):\n    total = sum(values)\n    return total * many\n"
EDITS = {
    "a definition that nobody opened": ("hasty.py", "    return total * many", "    return total + many"),
    "a comment where a finding stands": (
        "hasty.py",
        "        return self.rows",
        "        # Now.\n        return self.rows",
    ),
    "layout before a finding": ("hasty.py", "(self, layer_id)", "(\n        self,\n        layer_id,\n    )"),
    "a comment before a wait": (
        "pool.py",
        "            self.counter.wait",
        "            # First.\n            self.counter.wait",
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_that_tells_the_same_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    files = {**FILES, "hasty.py": FILES["hasty.py"] + UNOPENED}
    first = check.check(request(tmp_path, files))
    assert first.findings
    file, old, new = EDITS[what]
    assert files[file].count(old) == 1
    changed = {**files, file: files[file].replace(old, new)}
    with monkeypatch.context() as patched:
        seen = analysed(patched)
        answered = check.check(request(tmp_path, changed))
        assert seen == []
    assert plain(answered) == plain(check.check(Request(tree(tmp_path / "tree", changed), Settings())))


def test_after_many_edits_a_run_is_quicker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow, "MOST_FOLLOWED", 1)
    check.check(request(tmp_path, FILES))
    changed = {
        **FILES,
        "pool.py": FILES["pool.py"].replace(
            "            self.counter.wait", "            # A.\n            self.counter.wait"
        ),
    }
    seen = analysed(monkeypatch)
    check.check(request(tmp_path, changed))
    assert seen == []
    check.check(request(tmp_path, {**changed, "hasty.py": FILES["hasty.py"].replace("layer_id)", "layer_id,)")}))
    assert len(seen) == 1


def test_other_questions_are_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a run with other settings has asked says nothing of what this one would ask."""
    files = {**FILES, "hasty.py": FILES["hasty.py"] + UNOPENED}
    asked = request(tmp_path, files)
    check.check(asked)
    check.check(msgspec.structs.replace(asked, settings=Settings(managed=("Elsewhere.total",))))
    changed = {**files, "hasty.py": files["hasty.py"].replace("total * many", "many * total.total")}
    seen = analysed(monkeypatch)
    check.check(request(tmp_path, changed))
    assert len(seen) == 1


RULES = Path(registry.__file__).resolve().parent / "examples"
QUIET = "gc008/invalid_nobody_calls_what_registers.py"
GIVES = "\n\ndef told(cache, watcher):\n    watcher.watch(cache.connector)\n"


def test_a_file_that_is_left_out_can_give_a_maker_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {name: (RULES / name).read_text(encoding="utf-8") for name in ("kit.py", QUIET)}
    files = {**{Path(name).name: text for name, text in kept.items()}, "noise.py": FILES["noise.py"]}
    assert {(f.rule, f.symbol) for f in check.check(request(tmp_path, files)).findings} >= {("GC008", "Connector")}
    changed = {**files, "noise.py": files["noise.py"] + GIVES}
    seen = analysed(monkeypatch)
    report = check.check(request(tmp_path, changed))
    assert len(seen) == 1
    assert report.parsed == len(kept)
    assert not [f for f in report.findings if f.symbol == "Connector"]


def test_another_file_or_fewer_are_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check.check(request(tmp_path, FILES))
    seen = analysed(monkeypatch)
    check.check(request(tmp_path, {**FILES, "more.py": "x = 1\n"}))
    assert len(seen) == 1
    (tmp_path / "tree/more.py").unlink()
    (tmp_path / "tree/noise.py").unlink()
    check.check(Request(tree(tmp_path / "tree", {}), Settings(), 1, str(tmp_path / "kept")))
    assert len(seen) == 2


def test_a_file_that_cannot_be_read_any_more_is_told(tmp_path: Path) -> None:
    check.check(request(tmp_path, FILES))
    (tmp_path / "tree/noise.py").write_bytes(b"x = '\xff'\n")
    report = check.check(Request(tree(tmp_path / "tree", {}), Settings(), 1, str(tmp_path / "kept")))
    assert [failure.file for failure in report.failed] == ["noise.py"]


@pytest.mark.parametrize("damage", [b"", b"\x93garbage", b"\x00" * 40])
def test_a_damaged_memory_is_no_fault(tmp_path: Path, damage: bytes) -> None:
    first = check.check(request(tmp_path, FILES))
    (tmp_path / "kept/selections.msgpack").write_bytes(damage)
    changed = {**FILES, "noise.py": FILES["noise.py"] + LATER}
    assert plain(check.check(request(tmp_path, changed))) == plain(first)
