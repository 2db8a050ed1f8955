"""What texts tell before anything is parsed: their words, what they call, and what their methods may hand on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatecheck.facts import records as r
from gatecheck.facts.deferred import Deferred, stand_in
from gatecheck.facts.outline import logical_end
from gatecheck.facts.passing import may_pass_on
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


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("self.pool = other.make(size)", False),
        ("self.pool = make(\n        self.size,\n    )", False),
        ("self.pool = self.worker.pool", True),
        ("self.pool: Any = self.worker.pool  # the worker's", True),
        ("self.pool = (\n        self.worker.pool\n    )", True),
        ("self.pool = given or self.worker.pool", True),
        ("self.pool = self.worker.pool if self.worker else None", True),
        ("self.pool = make(self) if given else self.other", True),
        ("self.size, self.pool = self.pair", True),
        ("self.pool == self.other", False),
        ("use(self.pool, size)", False),
        ("self.pools = self.worker.pool", False),
        ("self.pool = [self.worker.pool]", False),
    ],
)
def test_a_method_may_hand_on_what_another_attribute_holds(statement: str, expected: bool) -> None:
    assert may_pass_on(unparsed(f"    def __init__(self, given):\n    {statement}\n"), "pool") is expected


def test_a_logical_line_ends_behind_brackets_and_strings() -> None:
    text = 'x = f(\n    "a\\")",  # )\n    """\n)"""\n)\ny = 1\n'
    assert text[: logical_end(text, 0)].endswith('"""\n)')
    assert logical_end("x = '''", 0) == len("x = '''")
