"""Edits between two texts: applied, they give the new one."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gatecheck.edits import Edit, between
from gatecheck.findings import Place

LINES = st.lists(st.tuples(st.sampled_from(["a", "b", "  c = 1", "", "é\x0c\u2028"]), st.sampled_from(["\n", "\r\n"])))
TEXTS = st.builds(
    lambda lines, last: "".join(text + end for text, end in lines) + last, LINES, st.sampled_from(["", "tail", "other"])
)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    for edit in reversed(edits):
        start = starts[edit.place.line - 1] + edit.place.column - 1
        end = starts[edit.place.end_line - 1] + edit.place.end_column - 1
        text = text[:start] + edit.text + text[end:]
    return text


@given(TEXTS, TEXTS)
def test_applied_edits_give_the_new_text(old: str, new: str) -> None:
    assert applied(old, between("a.py", old, new)) == new


def test_an_inserted_line_is_one_insertion() -> None:
    assert between("a.py", "one\nthree\n", "one\ntwo\nthree\n") == (Edit(Place("a.py", 2, 1, 2, 1), "two\n"),)


def test_equal_texts_need_no_edit() -> None:
    assert between("a.py", "one\n", "one\n") == ()
