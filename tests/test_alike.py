"""Another text of a file tells a run the same where all that the run asked has the same answers, and only there."""

from __future__ import annotations

import pytest

from gatecheck.alike import Questions, Texts, followed
from gatecheck.findings import Place
from gatecheck.moving import Move

BEFORE = '''\
import torch

LIMIT = 4


def helper(rows):
    rows.first = torch.zeros(LIMIT)
    return rows


class Pool:
    """Rows."""

    # Behind the rows.
    size = 8

    def get(self, layer):
        """The rows of a layer."""
        self.counter.wait(layer)
        return self.rows[layer]

    @property
    def first(self):
        return getattr(self, "lanes")[0]
'''
HELPER, GET, FIRST = 1, 2, 3
HEARD = Questions(
    called=frozenset({"wait", "load"}),
    attributes=frozenset({"rows", "lanes"}),
    stored=frozenset({"kept"}),
    names=frozenset({"rows", "lanes", "wait", "load"}),
    quoted=frozenset({"lanes", "layer"}),
    counted=frozenset({"wait"}),
)


def follow(old: str, new: str, *opened: int) -> Move | None:
    assert BEFORE.count(old) == 1
    return followed(Texts("pool.py", BEFORE, BEFORE.replace(old, new)), frozenset(opened), HEARD)


SAME = {
    "a statement nobody asked for": ("    return rows\n", "    size = len(rows)\n    return rows[:size]\n"),
    "other arithmetic": ("torch.zeros(LIMIT)", "torch.ones(LIMIT + 2)"),
    "a comment": ("        return self.rows[layer]", "        # All of them.\n        return self.rows[layer]"),
    "layout": ("self.rows[layer]", "self.rows[\n            layer\n        ]"),
    "a docstring": ('"""The rows of a layer."""', '"""One tensor.\n\n        Of one row.\n        """'),
    "another string": ('"lanes")[0]', '"lanes")["none"]'),
}


@pytest.mark.parametrize("what", SAME)
def test_what_tells_the_same(what: str) -> None:
    assert follow(*SAME[what], GET) is not None


OTHER = {
    "another statement in what was opened": ("self.counter.wait(layer)", "self.counter.wait(0)"),
    "a word that is called": ("    return rows\n", "    return load(rows)\n"),
    "a word that is named": ("    return rows\n", "    load = 1\n    return rows\n"),
    "a word less": ('getattr(self, "lanes")[0]', "0"),
    "an attribute that is asked for": ("LIMIT)\n    return rows", "LIMIT).lanes\n    return rows"),
    "the first attribute that is stored": ("size = 8\n", "size = 8\n\n    def more(self):\n        self.kept = 1\n"),
    "an attribute that is stored": ("rows.first =", "rows.kept ="),
    "no attribute stored any more": ("rows.first =", "first ="),
    "a word without its quotes": ('"lanes"', "lanes"),
    "another count of calls": ("self.counter.wait(layer)\n", "self.counter.wait(layer)  # no .wait(\n"),
    "a comment that calls in what was opened": ("self.counter.wait(layer)\n", "self.counter.wait(layer)  # f(x)\n"),
    "a decorator": ("def helper", "@cached\ndef helper"),
    "another name": ("def helper", "def helped"),
    "another parameter of what was opened": ("def get(self, layer)", "def get(self, layer, more=0)"),
    "a definition more": ("class Pool:", "def other():\n    pass\n\n\nclass Pool:"),
    "a definition that changes its class": ("\n    @property", "\n\nclass Other:\n    @property"),
    "the module": ("LIMIT = 4", "LIMIT = 5"),
    "a comment of the class": ("# Behind the rows.", "# Before the rows."),
    "no Python": ("    return rows\n", "    return rows rows\n"),
    "letters that end words elsewhere": ("    return rows\n", "    größe = 1\n    return rows\n"),
}


@pytest.mark.parametrize("what", OTHER)
def test_what_may_tell_something_else(what: str) -> None:
    assert follow(*OTHER[what], GET) is None


def test_a_change_of_what_was_opened_is_none_where_it_was_not() -> None:
    change = ("self.counter.wait(layer)\n", "self.counter.wait(layer + 1)\n")
    assert follow(*change, GET) is None
    assert follow(*change, HELPER, FIRST) is not None


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_lines_behind_a_change_move() -> None:
    move = follow("    return rows\n", "    size = 1\n    return rows\n", GET)
    assert move is not None
    for part in ("class Pool", "size = 8", "def get", "wait(layer)", "@property", "return getattr"):
        line = line_of(BEFORE, part)
        assert move.line(line) == line + 1
        assert move.place(Place("pool.py", line, 5, line, 9)) == Place("pool.py", line + 1, 5, line + 1, 9)
    assert move.line(line_of(BEFORE, "import torch")) == 1
    inside = line_of(BEFORE, "rows.first")
    assert move.line(inside) is None
    assert move.place(Place("pool.py", inside, 5, inside, 9)) is None


def test_places_inside_what_is_written_in_another_way_move() -> None:
    move = follow("        return self.rows[layer]", "        # All.\n        return (self.rows[layer])", GET)
    assert move is not None
    line = line_of(BEFORE, "return self.rows")
    assert move.line(line) == line + 1
    was = Place("pool.py", line, 16, line, 32)
    assert move.place(was) == Place("pool.py", line + 1, 17, line + 1, 33)
    assert move.place(Place("pool.py", line, 15, line, 32)) is None
