"""What texts tell before anything is parsed: their words and what they call."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gatecheck.facts import records as r
from gatecheck.facts.deferred import Deferred, stand_in
from gatecheck.facts.tokens import called_in, token, words_of
from gatecheck.program.link import FunctionInfo
from gatecheck.program.words import Words

SNIPPETS = st.text("ab_ (.,=\n\t\\'\"é", max_size=60)


def unparsed(text: str) -> r.Function:
    def load() -> r.Function:
        raise AssertionError("nobody has to parse this")

    return stand_in(Deferred("f", 1, text, load))


@given(text=SNIPPETS)
def test_every_word_of_a_text_is_known(text: str) -> None:
    plain = {word for word in re.findall(r"[^\W\d]\w*", text) if word.isascii()}
    assert {token(word) for word in plain} <= words_of(text)


@given(text=SNIPPETS)
def test_calls_are_words_before_a_bracket(text: str) -> None:
    expected = set(re.findall(r"(?<!\w)([^\W\d]\w*)[\s\\]*\(", text))
    assert {word for word in called_in(text) if word.isidentifier()} == expected


def test_functions_are_found_by_word_in_order() -> None:
    functions = {
        name: FunctionInfo(name, "m.py", name, unparsed(f"def {name}(self):\n    return self.{attribute}\n"))
        for name, attribute in (("first", "rows"), ("second", "lanes"), ("third", "rows"))
    }
    words = Words(functions)
    assert [info.key for info in words.having({"rows"})] == ["first", "third"]
    whole = r.Function("late", (), (), None, (), False, 0, 0)
    functions["late"] = FunctionInfo("late", "m.py", "late", whole)
    assert [info.key for info in words.having({"lanes"})] == ["second", "late"]
    assert [info.key for info in words.having({"größe"})] == ["first", "second", "third", "late"]
