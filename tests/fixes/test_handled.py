"""Where the error of a look-up ends, a wait stands behind the look-up: for a missing layer nothing is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety
from tests.fixes.small import outcome, program, rules
from tests.fixes.test_guards import split

HEAD = "from contextlib import suppress\n\n\nclass Hasty(Pool):\n"
GET = "    def get_first(self, layer_id, name=None):\n"
ROW = "self.rows[layer_id - self.start_layer].clone()"
SHIFT = "self.counter.wait_until(layer_id - self.start_layer)"

LOOKED_UP = {
    "in a block that suppresses": """\
        with suppress(KeyError):
            inner = self.ids[layer_id]
|            return self.rows[inner].clone()
        return None
""",
    "in a block that locks too": """\
        with self.lock, suppress(KeyError):
            inner = self.ids[layer_id]
|            return self.rows[inner].clone()
        return None
""",
    "in what is tried": """\
        try:
            inner = self.ids[layer_id]
|            return self.rows[inner].clone()
        except KeyError:
            return None
""",
    "by a method": """\
        with suppress(ValueError):
            inner = self.ids.index(layer_id)
|            return self.rows[inner].clone()
        return None
""",
    "in a branch": """\
        with suppress(KeyError):
            if name is not None:
                inner = self.ids[layer_id]
|                return self.rows[inner].clone()
        return None
""",
    "each time": """\
        found = []
        with suppress(KeyError):
            for _ in self.names:
                inner = self.ids[layer_id]
|                found.append(self.rows[inner].clone())
        return found
""",
    "with more than its number": """\
        try:
            kind, inner = self.ids[layer_id]
            if kind == name:
|                return self.rows[inner].clone()
        except (KeyError, TypeError):
            pass
        return None
""",
}


@pytest.mark.parametrize("name", LOOKED_UP)
def test_a_wait_stands_behind_a_look_up_whose_error_ends(tmp_path: Path, name: str) -> None:
    before, after = split(LOOKED_UP[name])
    text = program(HEAD + GET + before)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert new == program(HEAD + GET + after)
    assert [r.offer.safety for r in done.repairs] == [Safety.SAFE]
    assert rules(tmp_path, new) == []


SAME_INDEX = {
    "the event's own index": f"""\
        with suppress(IndexError):
|            return {ROW}
        return None
""",
    "a view by the event's own index": f"""\
        try:
|            row = {ROW.removesuffix(".clone()")}
            return row.clone()
        except IndexError:
            return None
""",
    "an error that is raised anew": """\
        try:
|            inner = self.ids[layer_id]
            return self.rows[inner].clone()
        except KeyError as error:
            raise ValueError(layer_id) from error
""",
    "an error that goes on": """\
|        try:
            inner = self.ids[layer_id]
            return self.rows[inner].clone()
        except ImportError:
            return None
""",
}


@pytest.mark.parametrize("name", SAME_INDEX)
def test_a_wait_fails_with_the_index_that_is_its_own(tmp_path: Path, name: str) -> None:
    before, after = split(SAME_INDEX[name])
    text = program(HEAD + GET + before)
    assert outcome(tmp_path, text)[0] == program(HEAD + GET + after)


def test_a_look_up_inside_the_index_is_made_for_the_wait_too(tmp_path: Path) -> None:
    body = "        with suppress(KeyError):\n|            return self.rows[self.ids[layer_id]].clone()\n"
    before, after = split(body)
    new, _ = outcome(tmp_path, program(HEAD + GET + before))
    assert new == program(HEAD + GET + after.replace(SHIFT, "self.counter.wait_until(self.ids[layer_id])"))


def test_a_look_up_is_not_made_twice_where_that_has_an_effect(tmp_path: Path) -> None:
    body = "        try:\n            return self.rows[self.ids.index(layer_id)].clone()\n"
    text = program(HEAD + GET + body + "        except ValueError:\n            return None\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    assert outcome(tmp_path, text)[0] == text


def test_a_look_up_for_a_method_of_its_own_leaves_no_place(tmp_path: Path) -> None:
    own = "    def _row(self, inner):\n        return self.rows[inner].clone()\n\n"
    body = "        with suppress(KeyError):\n            return self._row(self.ids[layer_id])\n"
    text = program(HEAD + own + GET + body)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert new == text
    assert "no place where a wait" in done.after.report.findings[0].fix.reason
