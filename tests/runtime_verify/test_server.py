from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from gatecheck.runtime_verify.server import AFTER, AFTER_DELAYED, BEFORE, Plan, verify_server
from gatecheck.runtime_verify.server_records import ServerReport, Shape
from gatecheck.runtime_verify.server_text import render_server
from gatecheck.runtime_verify.servers import Launch

FAKE = str(Path(__file__).parent / "fake_server.py")
SESSIONS = 8


def run(tmp_path: Path, before: str, after: str = "right", timeout: float = 30.0) -> ServerReport:
    trees = []
    for side, word in (("before", before), ("after", after)):
        tree = tmp_path / side
        tree.mkdir()
        (tree / "behaviour").write_text(word, encoding="utf-8")
        trees.append(str(tree))
    launch = Launch("unused", str(tmp_path / "logs"), start_timeout=6.0, command=(sys.executable, FAKE))
    shape = Shape(sessions=SESSIONS, rounds=2, prefix=8, follow_up=3, new_tokens=4, timeout=timeout)
    return verify_server(Plan(trees[0], trees[1], shape, launch), lambda _text: None)


def test_equal_trees_are_clean_and_conclusive(tmp_path: Path) -> None:
    report = run(tmp_path, "right")
    rows = {row.name: row for row in report.rows}
    assert [rows[name].equal for name in (AFTER, AFTER_DELAYED, BEFORE)] == [2 * SESSIONS] * 3
    assert rows[BEFORE].clean == SESSIONS
    assert rows[BEFORE].host_hits == 2 * SESSIONS
    assert report.exit_code == 0


def test_wrong_answers_of_the_unpatched_tree_are_counted_by_session(tmp_path: Path) -> None:
    report = run(tmp_path, "wrong")
    row = next(row for row in report.rows if row.name == BEFORE)
    assert 0 < row.wrong < SESSIONS
    assert row.wrong + row.clean == SESSIONS
    assert report.exit_code == 0
    assert f"{row.wrong}/{SESSIONS}" in render_server(report)


def test_wrong_answers_of_the_patched_tree_with_itself_fail() -> None:
    row = msgspec.convert({"name": AFTER_DELAYED, "against": AFTER, "wrong": 1, "host_hits": 1}, type=_row())
    report = ServerReport(Shape(), AFTER, rows=(row,), expected=(AFTER_DELAYED,))
    assert report.exit_code == 1


def test_no_host_hit_is_inconclusive(tmp_path: Path) -> None:
    report = run(tmp_path, "cold", "cold")
    assert report.exit_code == 3
    assert "inconclusive" in render_server(report)


def test_requests_that_are_not_answered_in_time_are_told_apart(tmp_path: Path) -> None:
    report = run(tmp_path, "slow", timeout=1.0)
    row = next(row for row in report.rows if row.name == BEFORE)
    assert row.timed_out == SESSIONS
    assert row.wrong == 0


@pytest.mark.parametrize(("word", "words"), [("dead", "ended with 1"), ("silent", "not ready")])
def test_a_server_that_gives_no_answer_is_reported_with_its_log(tmp_path: Path, word: str, words: str) -> None:
    trees = run_dead(tmp_path, word)
    text = render_server(trees)
    assert words in text
    assert trees.exit_code == 3
    assert ("the model does not fit" in text) == (word == "dead")


def run_dead(tmp_path: Path, word: str) -> ServerReport:
    return run(tmp_path, word)


def test_the_servers_are_gone_afterwards(tmp_path: Path) -> None:
    import urllib.error
    import urllib.request

    from gatecheck.runtime_verify.servers import started

    launch = Launch("unused", str(tmp_path), start_timeout=15.0, command=(sys.executable, FAKE))
    with started("one", str(tmp_path), launch, delayed=False) as server:
        assert server.wait_until_ready(15.0) == ""
        base = server.base
    with pytest.raises((urllib.error.URLError, OSError)):
        urllib.request.urlopen(f"{base}/health", timeout=2)


def _row() -> type:
    from gatecheck.runtime_verify.server_records import Sessions

    return Sessions
