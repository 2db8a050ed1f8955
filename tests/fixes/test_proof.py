"""What must hold of a text after an edit: nothing but the edit has changed, it parses, and every comment is there."""

from __future__ import annotations

import pytest

from gatecheck.fixes.edits import AddMethod, Edit, Insert, Move, Replace, Where
from gatecheck.fixes.proof import comments, damage, difference, objection, parses, tokens
from gatecheck.fixes.source import Line

WHERE = Where("pool.py", 1, 0)
INSERT = Insert(WHERE, 0, None, (Line(0, "if counter:"), Line(1, "wait(i)")))
METHOD = AddMethod(WHERE, (Line(0, "wait(i)"),))
REPLACE = Replace(WHERE, 3, "i")
MOVE = Move(WHERE, 3, 0, 1)
OLD = "def f(i):\n    # the data\n    return read(i)\n"


@pytest.mark.parametrize(
    ("edit", "new"),
    [
        (INSERT, "def f(i):\n    if counter:\n        wait(i)\n    # the data\n    return read(i)\n"),
        (METHOD, "def f(i):\n    # the data\n    wait(i)\n    return read(i)\n"),
        (REPLACE, "def f(i):\n    # the data\n    return read(i + 1)\n"),
        (MOVE, "def f(i):\n    return read(i)\n    # the data\n"),
    ],
)
def test_an_edit_alone_is_no_objection(edit: Edit, new: str) -> None:
    assert objection(OLD, new, edit) is None


@pytest.mark.parametrize(
    ("edit", "new", "reason"),
    [
        (INSERT, OLD.replace("# the data", "wait(i)"), "more than new lines would change"),
        (INSERT, OLD + "wait(i)\n", "more than new lines would change"),
        (METHOD, OLD + "wait(j)\n", "more than new lines would change"),
        (REPLACE, OLD.replace("read(i)", "read(\n        j)"), "more than one expression would change"),
        (MOVE, OLD.replace("read(i)", "read(j)"), "more than the place of the wait would change"),
        (MOVE, OLD + "wait(i)\n", "more than the place of the wait would change"),
    ],
)
def test_whatever_else_changes_is_one(edit: Edit, new: str, reason: str) -> None:
    assert objection(OLD, new, edit) == reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (OLD, OLD.replace("read", "wait"), None),
        (OLD, OLD + "  x = (\n", "the file would not parse any more"),
        (OLD, OLD.replace("# the data", "pass"), "a comment would be lost"),
        (OLD, OLD.replace("# the data", "# the rows"), "a comment would be lost"),
        ("x = (\n", "y = (\n", "the file cannot be split into tokens after the edit"),
    ],
)
def test_damage(old: str, new: str, reason: str | None) -> None:
    assert damage(old, new) == reason


@pytest.mark.parametrize(
    ("text", "does"), [(OLD, True), ("x = (\n", False), ("x = '\0'\n", False), ("-" * 100_000 + "1\n", False)]
)
def test_what_parses(text: str, does: bool) -> None:
    assert parses(text) is does


def test_a_type_comment_stands_where_it_may() -> None:
    text = "def f(a):\n    # type: (int) -> int\n    return a\n"
    assert damage(text, text.replace("    # type", "    wait()\n    # type")) is not None
    assert damage(text, text.replace("    return", "    wait()\n    return")) is None
    assert damage(f"wait()\n# type: nothing\n{text}", f"wait()\n# type: nothing\nwait()\n{text}") is None


def test_what_was_taken_out_and_put_in() -> None:
    assert difference("a(i)\n", "a(j)\n") == ("i", "j")
    assert difference("a\nb\n", "a\nb\nb\n") == ("", "b\n")
    assert difference("same", "same") == ("", "")


def test_comments_are_counted() -> None:
    assert comments("x = 1  # a\n# b\n# b\n") == {"# a": 1, "# b": 2}
    assert comments("x = (  # a\n") is None


def test_tokens_are_counted_however_they_are_laid_out() -> None:
    assert tokens("if x :\n    wait( i )  # now\n") == tokens("if x: wait(i)")
    assert tokens("wait(i") == {"wait(i": 1}
