"""What texts tell before anything is parsed: their words and what they call."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatecheck.facts import records as r
from gatecheck.facts.collect import Chunk, lower_chunk, lower_head
from gatecheck.facts.deferred import Asked, Deferred, stand_in
from gatecheck.facts.outline import Outline, head_of, outline
from gatecheck.facts.tokens import called_in, quoted_in, stored_in, token, words_of
from gatecheck.program.link import FunctionInfo
from gatecheck.program.words import Words

SNIPPETS = st.text("ab_ (.,=\n\t\\'\"é", max_size=60)


class _Sealed:
    """A text that nobody has to parse."""

    def whole(self) -> r.Function:
        raise AssertionError

    def head(self) -> r.Function | None:
        raise AssertionError


def unparsed(text: str) -> r.Function:
    return stand_in(Deferred("f", 1, text, _Sealed(), Asked()))


@given(text=SNIPPETS)
def test_every_word_of_a_text_is_known(text: str) -> None:
    plain = {word for word in re.findall(r"[^\W\d]\w*", text) if word.isascii()}
    assert {token(word) for word in plain} <= words_of(text)


@given(text=SNIPPETS)
def test_calls_are_words_before_a_bracket(text: str) -> None:
    expected = set(re.findall(r"(?<!\w)([^\W\d]\w*)[\s\\]*\(", text))
    assert {word for word in called_in(text) if word.isidentifier()} == expected


@given(st.text(alphabet="ab_\"' .", max_size=40))
def test_every_word_between_quotes_is_known(text: str) -> None:
    words = set(re.findall(r"\w+", text))
    assert quoted_in(text) == {word for word in words if f'"{word}"' in text or f"'{word}'" in text}


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


HEADS = [
    "def f(a, b: int = 3) -> None:\n    return a\n",
    "@cache\n@wraps(g)\nasync def f(\n    a,  # one: two\n    *rest: 'str',\n) -> dict[str, int]:\n    'Says: so.'\n",
    "    @property\n    def f(self):\n\n        return self.rows\n",
    "\tdef f(self, x=lambda y: y) -> Rows:\r\n\t\treturn x\r\n",
]


@pytest.mark.parametrize("text", HEADS)
def test_a_head_says_what_the_whole_says(text: str) -> None:
    chunk = Chunk("m.py", text, text, "f", 1, text[0] in " \t")
    head, whole = lower_head(chunk), lower_chunk(chunk)
    assert head is not None
    assert (head.params, head.decorators, head.returns, head.at) == (
        whole.params,
        whole.decorators,
        whole.returns,
        whole.at,
    )
    assert whole.body != head.body


@pytest.mark.parametrize("text", ["def f(a): return a\n", "def f(a):  # why\n    return a\n", "def f(a"])
def test_a_head_that_cannot_be_told_apart_is_not(text: str) -> None:
    assert head_of(text) is None


def test_what_is_inside_of_a_definition_ends_none() -> None:
    text = (
        "class A:\n  def f(self):\n\n      def g(): pass\n  # why\n      return (\n1)\n  x = 1\ndef h():\n\treturn 2\n"
    )
    cut = outline(text)
    assert [(each.owner, each.name, each.first, each.last) for each in cut.definitions] == [
        (0, "f", 1, 6),
        (-1, "h", 8, 9),
    ]
    assert Outline.of(text, cut.definitions) == cut


def test_only_what_is_asked_for_is_loaded() -> None:
    text = "def f(a) -> int:\n    return a\n"
    chunk = Chunk("m.py", text, text, "f", 1, method=False)
    source = _Counting(chunk)
    function = Deferred("f", 1, text, source, Asked())
    first = function.params
    assert (source.heads, source.wholes) == (1, 0)
    assert len(function.body) == 1
    assert function.params is first
    assert (source.heads, source.wholes) == (1, 1)


class _Counting:
    """The text of a definition, and how often it was lowered."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self.heads = self.wholes = 0

    def whole(self) -> r.Function:
        self.wholes += 1
        return lower_chunk(self._chunk)

    def head(self) -> r.Function | None:
        self.heads += 1
        return lower_head(self._chunk)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("self.a = 1", {"a"}),
        ("self.a += 1", {"a"}),
        ("self.a //= 2", {"a"}),
        ("self.a == 1", set()),
        ("self.a <= 1", set()),
        ("pool.a = 1", {"a", ".a"}),
        ("myself.a |= 1", {"a", ".a"}),
        ("self.pool.a: int = 1", {"a", ".a"}),
        ("self.a, pool.b = 1, 2", {"a", ".a", "b", ".b"}),
    ],
)
def test_what_is_stored_and_whether_it_may_be_elsewhere(text: str, stored: set[str]) -> None:
    assert stored_in(text) == stored
