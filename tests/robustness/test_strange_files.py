"""Files that no editor would write: the run ends, says what it could not do, and checks the rest."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.engine import Checked, check
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")
DEFECT = frozenset({("GC001", "HastyPool.get_first_row")})


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with one file that has one defect."""
    (tmp_path / "pool.py").write_text(HASTY, encoding="utf-8")
    return tmp_path


def refused(checked: Checked) -> list[str]:
    return [each.file for each in checked.failed]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"class Counter:\n    def wait_until(self:\n        pass\n", "not valid Python"),
        (b"# wait_until \xff\xfe\n", "not UTF-8: byte 0xff in line 1"),
        (b"wait_until = 0\0\n", "NUL byte"),
        (b"def wait_until(x):\n\treturn 1\n        return 2\n", "not valid Python"),
        (b"def wait_until(x):\n", "not valid Python"),
        (b"wait_until = '''\n", "not valid Python"),
        (b"print 'wait_until'\n", "not valid Python"),
    ],
)
def test_what_cannot_be_read_is_said_and_the_rest_is_checked(tree: Path, data: bytes, reason: str) -> None:
    (tree / "strange.py").write_bytes(data)
    checked = check(tree)
    assert (checked.code, checked.pairs, refused(checked)) == (3, DEFECT, ["strange.py"])
    assert reason in checked.failed[0].reason
    assert any(sentence.startswith("strange.py: ") for sentence in checked.sentences)


def test_a_syntax_error_names_its_line_and_no_other(tree: Path) -> None:
    (tree / "strange.py").write_text(
        "wait_until = 0\n\ndef f(x):\n    return (x,\n\n\nclass C: pass\n", encoding="utf-8"
    )
    reason = check(tree).failed[0].reason
    assert re.findall(r"\d+", reason) == ["4"]


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes(tree: Path, seed: int) -> None:
    (tree / "noise.py").write_bytes(b"# wait_until\n" + random.Random(seed).randbytes(400))
    checked = check(tree)
    assert checked.pairs == DEFECT
    assert (checked.code, refused(checked)) == (3, ["noise.py"])


@pytest.mark.parametrize("seed", range(20))
def test_random_tokens(tree: Path, seed: int) -> None:
    """Words of the protocol in any order: sometimes a program, mostly none, never a crash."""
    words = (
        "class",
        "def",
        "wait_until",
        "self",
        ".",
        "(",
        ")",
        ":",
        "\n",
        "    ",
        "=",
        "[",
        "]",
        "*",
        "for",
        "in",
        "if",
    )
    text = " ".join(random.Random(seed).choices(words, k=200))
    (tree / "words.py").write_text(text, encoding="utf-8")
    checked = check(tree)
    assert checked.pairs == DEFECT
    assert refused(checked) in ([], ["words.py"])
    assert checked.code == (3 if checked.failed else 1)


@pytest.mark.parametrize("part", range(1, 12))
def test_a_file_that_ends_early(tmp_path: Path, part: int) -> None:
    cut = HASTY[: len(HASTY) * part // 12]
    (tmp_path / "pool.py").write_text(cut, encoding="utf-8")
    checked = check(tmp_path)
    assert checked.pairs == frozenset()
    assert checked.code == (3 if checked.failed else 0)
    assert refused(checked) == ([] if _parses(cut) else ["pool.py"])


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n\f\n"])
def test_other_line_ends(tmp_path: Path, ends: str) -> None:
    (tmp_path / "pool.py").write_bytes(HASTY.replace("\n", ends).encode())
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (1, DEFECT)


def test_a_mark_of_byte_order_and_no_last_line_end(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_bytes(b"\xef\xbb\xbf" + HASTY.rstrip("\n").encode())
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (1, DEFECT)


def test_tabs_and_names_that_are_not_ascii(tmp_path: Path) -> None:
    text = HASTY.replace("    ", "\t").replace("HastyPool", "Ölpool").replace("get_first_row", "première")
    (tmp_path / "größe.py").write_text(text, encoding="utf-8")
    checked = check(tmp_path)
    assert checked.pairs == {("GC001", "Ölpool.première")}
    assert checked.findings[0].file == "größe.py"


def _parses(text: str) -> bool:
    try:
        compile(text, "pool.py", "exec")
    except SyntaxError:
        return False
    return True


def test_carriage_returns_alone_in_one_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_bytes(PROTOCOL.replace("\n", "\r").encode())
    (tmp_path / "hasty.py").write_text("from pool import Pool\n" + UNGATED.format(comment=""), encoding="utf-8")
    checked = check(tmp_path)
    assert (checked.code, checked.pairs) == (1, DEFECT)
