"""A fix changes nothing else: no error that was not there, nothing evaluated twice, earlier or for a missing layer."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, WAIT, inserted, outcome, program, rules

HEAD = "class Hasty(Pool):\n    def get_first(self, {head}):\n"
ROW = "self.rows[layer_id - self.start_layer].clone()"
OF_LAYER = "self.rows[layer.number - self.start_layer].clone()"

GUARDED = {
    "a branch": (
        "layer_id=None",
        """\
        if layer_id is not None:
|            return {row}
        return None
""",
    ),
    "a range": (
        "layer_id",
        """\
        if 0 <= layer_id - self.start_layer < self.layer_num:
|            return {row}
        return None
""",
    ),
    "what tells whether": (
        "layer_id",
        """\
        mine = layer_id >= self.start_layer
        if not mine:
            return None
|        return {row}
""",
    ),
    "an assertion": (
        "layer_id=None",
        """\
        self.n = 0
        assert layer_id is not None
|        return {row}
""",
    ),
    "several": (
        "layer=None",
        """\
        if layer is not None and layer.number >= self.start_layer:
|            return {of}
        return None
""",
    ),
    "a check inside a block": (
        "layer=None",
        """\
        with self.lock:
            if layer is None:
                return None
|            return {of}
""",
    ),
    "an attribute that may be missing": (
        "layer",
        """\
        if hasattr(layer, "number"):
|            return {of}
        return None
""",
    ),
    "a handler": (
        "layer",
        """\
        try:
|            return {of}
        except AttributeError:
            return None
""",
    ),
    "a handler around another try": (
        "layer",
        """\
        try:
            try:
|                return {of}
            finally:
                self.n = 1
        except Exception:
            return None
""",
    ),
    "what suppresses": (
        "layer",
        """\
        with suppress(AttributeError):
|            return {of}
""",
    ),
    "a look-up whose error is handled": (
        "layer_id",
        """\
        try:
            inner = self.ids[layer_id]
|            self.n = 1
            return {row}[inner]
        except KeyError:
            return None
""",
    ),
    "a search whose error is suppressed": (
        "layer_id",
        """\
        with suppress(ValueError):
            inner = self.ids.index(layer_id)
|            return {row}[inner]
""",
    ),
    "a round that goes on": (
        "ids",
        """\
        for layer_id in ids:
            if layer_id < self.start_layer:
                continue
|            yield {row}
""",
    ),
    "a loop that ends": (
        "layer_id",
        """\
        while layer_id is not None and self.more():
|            self.kept = {row}
""",
    ),
    "a case": (
        "layer_id=None",
        """\
        match layer_id:
            case None:
                return None
            case _:
|                return {row}
""",
    ),
    "a way of several": (
        "layer_id, mode",
        """\
        if mode == 1:
            return 0
        elif layer_id is None:
            return 1
        elif mode == 2:
|            return {row}
        else:
|            return {row}
""",
    ),
    "a call that may refuse": (
        "layer_id",
        """\
        self.check(layer_id)
|        return {row}
""",
    ),
    "a call that may refuse the object": (
        "layer",
        """\
        kept = 0
        assert_layer(layer, kept)
|        return {of}
""",
    ),
    "a way that needs no layer": (
        "mode, layer=None",
        """\
        kept = self.n
        if mode == 1:
|            kept = {of}
        return kept
""",
    ),
    "another reason to leave": (
        "mode, layer_id: 'int | None'",
        """\
        self.n = mode
        if mode == 1:
            return self.n
|        return {row}
""",
    ),
    "one case of several": (
        "mode, layer_id=None",
        """\
        match mode:
            case 1:
|                return {row}
            case 2:
                return 0
""",
    ),
    "each way for itself": (
        "layer_id=None",
        """\
        kept = 0
        if layer_id is not None:
|            kept = {row}
        if layer_id:
|            kept = kept + {row}
        return kept
""",
    ),
}


def split(body: str) -> tuple[str, str]:
    """A body without its marks, and with a wait at each of them."""
    plain = body.replace("|", "")
    waiting = []
    for line in body.splitlines():
        if line.startswith("|"):
            indent = " " * (len(line) - 1 - len(line[1:].lstrip()) - 8)
            layer = "layer.number" if "layer.number" in line else "layer_id"
            waiting += [indent + wait.replace("layer_id", layer) for wait in WAIT]
        waiting.append(line.removeprefix("|"))
    return plain, "\n".join(waiting) + "\n"


@pytest.mark.parametrize("name", GUARDED)
def test_the_wait_stands_behind_what_guards_its_layer(tmp_path: Path, name: str) -> None:
    head, body = GUARDED[name]
    before, after = split(body.format(row=ROW, of=OF_LAYER))
    text = program("from contextlib import suppress\n\n\n" + HEAD.format(head=head) + before)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert new == program("from contextlib import suppress\n\n\n" + HEAD.format(head=head) + after)
    assert [r.offer.safety for r in done.repairs] == [Safety.SAFE]
    assert rules(tmp_path, new) == []


OTHERWISE = {
    "another condition": """\
        if self.flag:
            return None
        return {row}
""",
    "a way that reads too": """\
        if layer_id > 3:
            return {row}[0]
        return {row}
""",
    "what was looked up": """\
        inner = self.ids[layer_id]
        if inner is None:
            return None
        return {row}
""",
    "an ending": """\
        try:
            return {row}
        finally:
            self.n = 1
""",
    "another error": """\
        try:
            return {row}
        except NotImplementedError:
            return None
""",
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_does_not_guard_the_layer_moves_nothing(tmp_path: Path, name: str) -> None:
    first = "        self.n = 0\n"
    text = program(HEAD.format(head="layer_id") + first + OTHERWISE[name].format(row=ROW))
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(first, "\n".join(WAIT) + "\n" + first)


@pytest.mark.parametrize(
    ("read", "guard"),
    [
        ("{row} if layer_id is not None else None", "if layer_id is not None:"),
        ("{row} if self.flag else None", "if self.flag:"),
        ("None if layer_id is None else {row}", "if not (layer_id is None):"),
    ],
)
def test_a_condition_inside_the_statement_is_asked_by_the_wait_too(tmp_path: Path, read: str, guard: str) -> None:
    text = program(HEAD.format(head="layer_id=None") + f"        self.kept = {read.format(row=ROW)}\n")
    assert rules(tmp_path, text)
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        " + guard, *("    " + line for line in WAIT)]


TWO = (
    program("")
    .replace(
        "        self.rows =",
        "        self.cols = [torch.zeros(size, 8) for _ in range(layer_num)]\n        self.rows =",
    )
    .replace(
        "        device_pool.rows",
        "        device_pool.cols[layer_id][device_indices] = self.h[layer_id][host_indices].cuda(non_blocking=True)\n"
        "        device_pool.rows",
    )
)
COL = ROW.replace("rows", "cols")
WAYS = {
    "no layer on the third": (
        "layer_id=None",
        """\
        if mode == 1:
|            return {row}
        elif mode == 2:
|            return {col}
        return 0
""",
    ),
    "one that waits": (
        "layer_id",
        """\
        if mode == 1:
            self.sync(layer_id)
            kept = {row}
        elif mode == 2:
|            kept = {row} * 2
        else:
|            kept = {col}
        return kept
""",
    ),
    "a case that waits": (
        "layer_id",
        """\
        match mode:
            case 1:
                self.sync(layer_id)
                return {row}
            case _:
|                return {col}
""",
    ),
}
SYNC = """
    def sync(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
"""


@pytest.mark.parametrize("name", WAYS)
def test_two_buffers_are_waited_for_on_each_way_that_reads_one(tmp_path: Path, name: str) -> None:
    head, body = WAYS[name]
    lines = body.format(row=ROW, col=COL).splitlines()
    waited = [
        (" " * (len(x) - len(x[1:].lstrip()) - 1) + "self.sync(layer_id)\n") * (x[0] == "|") + x.removeprefix("|")
        for x in lines
    ]
    text = TWO + HEAD.format(head="mode, " + head) + "\n".join(x.removeprefix("|") for x in lines) + "\n" + SYNC
    new, _ = outcome(tmp_path, text)
    assert new == TWO + HEAD.format(head="mode, " + head) + "\n".join(waited) + "\n" + SYNC
    assert rules(tmp_path, new) == []


def test_an_attribute_with_a_fallback_is_called_by_its_variable(tmp_path: Path) -> None:
    given = '        layer_id = getattr(layer, "number", None)\n        if layer_id is None:\n            return None\n'
    text = program(HEAD.format(head="layer") + given + f"        return {ROW}\n")
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(given, given + "\n".join(WAIT) + "\n")


def test_an_attribute_that_is_tried_is_called_by_its_variable(tmp_path: Path) -> None:
    given = (
        "            layer_id = layer.number\n        except AttributeError:\n            layer_id = self.start_layer\n"
    )
    text = program(HEAD.format(head="layer") + "        try:\n" + given + f"        return {ROW}\n")
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(given, given + "\n".join(WAIT) + "\n")


@pytest.mark.parametrize("index", ["ids.pop(0)", "self.order.popleft()", "self.plan.next_layer()", "next(ids)"])
def test_an_index_with_an_effect_is_not_made_twice(tmp_path: Path, index: str) -> None:
    text = program(HEAD.format(head="ids") + f"        return {ROW.replace('layer_id', index)}\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "would have it twice" in done.after.report.findings[0].fix.reason


def test_a_variable_for_such_an_index_is_waited_for(tmp_path: Path) -> None:
    text = program(HEAD.format(head="ids") + f"        layer_id = ids.pop()\n        return {ROW}\n")
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT
    assert "ids.pop()\n" + GATE in new


def test_two_kinds_of_argument_are_not_both_waited_for(tmp_path: Path) -> None:
    own = ROW.replace("layer_id", "layer")
    body = f"        if isinstance(layer, int):\n            return {own}\n        return {OF_LAYER}\n"
    text = program(HEAD.format(head="layer") + body)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    assert outcome(tmp_path, text, ANY)[0] == text


def test_a_read_that_is_put_off_is_waited_for_where_it_is_made(tmp_path: Path) -> None:
    body = f"        take = lambda: {ROW}\n        return take() if layer_id is not None else None\n"
    text = program(HEAD.format(head="layer_id=None") + body)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        if layer_id is not None:", *("    " + line for line in WAIT)]
    assert new.index("take = lambda") < new.index("        if layer_id is not None:")


def test_what_has_no_place_of_its_own_is_refused(tmp_path: Path) -> None:
    body = f"        return [{ROW} for layer_id in ids if layer_id is not None]\n"
    text = program(HEAD.format(head="ids") + body)
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "would change nothing else" in done.after.report.findings[0].fix.reason


def test_a_check_below_makes_the_fix_unsafe(tmp_path: Path) -> None:
    row = "\n    def _row(self, layer):\n        if layer is None:\n            return None\n        return {of}\n"
    text = program(HEAD.format(head="layer=None") + "        return self._row(layer)\n" + row.format(of=OF_LAYER))
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    assert outcome(tmp_path, text, SAFE)[0] == text
    _, done = outcome(tmp_path, text, ANY)
    assert "Hasty._row may read nothing for some layers" in done.repairs[0].offer.reason


GATE = "\n".join(WAIT) + "\n"
KEPT = """\
import functools
from functools import cached_property


class Keeping(Pool):
    @{decorator}
    def kept(self{head}):
{body}"""


@pytest.mark.parametrize("decorator", ["functools.lru_cache(maxsize=None)", "functools.cache"])
@pytest.mark.parametrize(("gate", "rule"), [("", "GC001"), (GATE, "GC003")])
def test_a_method_that_keeps_its_results_gets_no_wait(tmp_path: Path, decorator: str, gate: str, rule: str) -> None:
    body = gate + f"        return {ROW.removesuffix('.clone()')}\n"
    text = program(KEPT.format(decorator=decorator, head=", layer_id", body=body))
    assert rules(tmp_path, text) == [(rule, "Keeping.kept")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "keeps its results" in done.after.report.findings[0].fix.reason


def test_a_reader_outside_that_keeps_its_results_gets_no_wait(tmp_path: Path) -> None:
    head = "import functools\n\n\n@functools.lru_cache\ndef take(pool: Pool, layer_id: int):\n"
    text = program(head + "    return pool.rows[layer_id - pool.start_layer].clone()\n")
    assert rules(tmp_path, text) == [("GC006", "take")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "keeps its results" in done.after.report.findings[0].fix.reason


def test_a_docstring_that_shares_its_line_stays_first(tmp_path: Path) -> None:
    text = program(HEAD.format(head="layer_id") + f'        """Doc."""; return {ROW}  # row\n')
    new, _ = outcome(tmp_path, text)
    assert new == program(HEAD.format(head="layer_id") + f'        """Doc."""\n{GATE}        return {ROW}  # row\n')


def test_a_variable_that_shares_its_line_is_made_first(tmp_path: Path) -> None:
    text = program(HEAD.format(head="ids") + f"        layer_id = ids.pop(); return {ROW}\n")
    new, _ = outcome(tmp_path, text)
    assert new == program(HEAD.format(head="ids") + f"        layer_id = ids.pop()\n{GATE}        return {ROW}\n")


def test_layers_that_are_all_read_are_not_waited_for_by_a_guess(tmp_path: Path) -> None:
    index = "layer_id - self.start_layer"
    body = f"        first, last = both(lambda t: t[{index}], (self.rows, self.rows))\n        return first + last\n"
    text = program(HEAD.format(head="layer_id") + body)
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text, ANY)
    assert (new, done.refusals) == (text, ())
    assert "reads several at once" in done.after.report.findings[0].fix.reason


def test_a_wait_outside_a_stream_that_waited_is_put_in(tmp_path: Path) -> None:
    gate = "\n".join("    " + line for line in WAIT) + "\n"
    text = program(
        HEAD.format(head="layer_id, side")
        + "        with torch.cuda.stream(side):\n"
        + gate
        + f"        return {ROW}\n"
    )
    assert rules(tmp_path, text) == [("GC013", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


OUTSIDE = """\
class Owner(Pool):
    def __init__(self, size, layer_num, start_layer=0):
        super().__init__(size, layer_num, start_layer)
        self.inner = Pool(size, layer_num)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(layer_id - self.start_layer)


class Tree:
    def __init__(self, pool: Owner):
        self.{kept}

    def take(self, layer_id=None):
        return {read}
"""


@pytest.mark.parametrize("read", ["self.inner.get_rows(layer_id).clone()", "self.inner.rows[layer_id].clone()"])
def test_a_class_that_keeps_a_part_of_a_pool_is_not_taken_for_the_pool(tmp_path: Path, read: str) -> None:
    text = program(OUTSIDE.format(kept="inner = pool.inner", read=read))
    assert rules(tmp_path, text) == [("GC006", "Tree.take")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "has no name for the one whose counter" in done.after.report.findings[0].fix.reason


def test_a_call_is_not_pointed_at_a_method_of_another_class(tmp_path: Path) -> None:
    text = program(
        OUTSIDE.replace("get_rows(layer_id - self.start_layer)", "get_rows(layer_id)").format(
            kept="inner = pool.inner", read="self.inner.get_rows(layer_id).clone()"
        )
    )
    assert rules(tmp_path, text) == [("GC006", "Tree.take")]
    assert outcome(tmp_path, text, ANY)[0] == text


def test_the_index_of_an_inner_pool_is_waited_for_only_when_asked(tmp_path: Path) -> None:
    text = program(OUTSIDE.format(kept="pool = pool", read="self.pool.inner.get_rows(layer_id).clone()"))
    assert rules(tmp_path, text) == [("GC006", "Tree.take")]
    assert outcome(tmp_path, text, SAFE)[0] == text
    _, done = outcome(tmp_path, text, ANY)
    assert done.repairs[0].offer.strategy is Strategy.CALL_SITE
    assert "inner pool's own index" in done.repairs[0].offer.reason


def test_a_reader_outside_waits_under_its_own_condition(tmp_path: Path) -> None:
    read = "self.pool.inner.get_rows(layer_id - self.pool.start_layer) if layer_id is not None else None"
    text = program(OUTSIDE.format(kept="pool = pool", read=read))
    assert rules(tmp_path, text) == [("GC006", "Tree.take")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new)[0] == "        if layer_id is not None:"
    assert rules(tmp_path, new) == []


def test_a_variable_that_only_the_wrong_wait_used_is_put_right_itself(tmp_path: Path) -> None:
    wait = GATE.replace("layer_id - self.start_layer", "index")
    text = program(HEAD.format(head="layer_id") + "        index = layer_id + 1\n" + wait + f"        return {ROW}\n")
    assert rules(tmp_path, text) == [("GC005", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert new == text.replace("index = layer_id + 1", "index = layer_id - self.start_layer")


def test_a_wait_above_a_check_does_not_come_to_name_what_is_checked(tmp_path: Path) -> None:
    wait = GATE.replace("layer_id - self.start_layer", "self.start_layer")
    check = "        if layer_id is None:\n            return None\n"
    text = program(HEAD.format(head="layer_id=None") + wait + check + f"        return {ROW}\n")
    assert rules(tmp_path, text) == [("GC005", "Hasty.get_first")]
    assert outcome(tmp_path, text, ANY)[0] == text


def test_an_attribute_that_is_made_first_is_waited_for_behind_that(tmp_path: Path) -> None:
    made = '        if not hasattr(self, "current"):\n            self.current = 0\n'
    text = program(HEAD.format(head="at") + made + "        return self.rows[self.current][at].clone()\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text, ANY)
    wait = GATE.replace("layer_id - self.start_layer", "self.current")
    assert new == text.replace(made, made + wait)


@pytest.mark.parametrize(("body", "twice"), [("self.n += 1\n        return self.n", False), ("return self.n", True)])
def test_a_property_is_asked_twice_only_where_it_does_no_more(tmp_path: Path, body: str, *, twice: bool) -> None:
    text = program(
        HEAD.format(head="at")
        + "        return self.rows[self.upcoming - self.start_layer][at].clone()\n\n"
        + f"    @property\n    def upcoming(self):\n        {body}\n"
    )
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    assert (outcome(tmp_path, text, ANY)[0] != text) is twice


def test_a_pool_that_may_be_missing_is_asked_for_first(tmp_path: Path) -> None:
    read = "self.pool.inner.get_rows(layer_id - self.pool.start_layer) if self.pool is not None else None"
    text = program(OUTSIDE.format(kept="pool = pool", read=read))
    assert rules(tmp_path, text) == [("GC006", "Tree.take")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new)[0] == "        if self.pool is not None:"


def test_a_mapping_that_fails_for_other_layers_is_asked_first(tmp_path: Path) -> None:
    asked = "        try:\n            at = self.ids[layer_id]\n        except KeyError:\n            return None\n"
    text = program(HEAD.format(head="layer_id") + asked + "        return self.rows[at].clone()\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, _ = outcome(tmp_path, text)
    assert new == text.replace(asked, asked + GATE)


def test_one_of_two_layers_that_are_taken_by_a_check_is_not_waited_for(tmp_path: Path) -> None:
    body = (
        f"        if layer_id is None:\n            row = self.rows[0]\n        else:\n            row = {ROW[:-8]}\n"
    )
    text = program(HEAD.format(head="layer_id=None") + body + "        return row.clone()\n")
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "would change nothing else" in done.after.report.findings[0].fix.reason
