"""An accessor whose class has a live counter waits itself, wherever its first read stands and however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, WAIT, inserted, outcome, program, rules

PLAIN = """\
class Hasty(Pool):
    def get_first(self, layer_id):
{body}
"""

BODIES = {
    "plain": "        return self.rows[layer_id - self.start_layer][0].clone()",
    "docstring": '        """The first row."""\n        return self.rows[layer_id - self.start_layer][0].clone()',
    "long docstring": '        """'
    + "long " * 40
    + '\n\n        longer"""\n'
    + "        return self.rows[layer_id - self.start_layer].clone()",
    "comment above": "        # why so\n        return self.rows[layer_id - self.start_layer].clone()  # beside",
    "checks": (
        "        assert layer_id >= 0\n        if layer_id > 99:\n            raise IndexError(layer_id)\n"
        "        return self.rows[layer_id - self.start_layer].clone()"
    ),
    "import": "        import torch\n\n        return torch.clone(self.rows[layer_id - self.start_layer])",
    "local": "        row = self.rows[layer_id - self.start_layer]\n        return row[0].clone()",
    "remapped": "        layer_id = layer_id - self.start_layer\n        return self.rows[layer_id].clone()",
    "multi-line call": (
        "        print(\n            layer_id,\n        )\n"
        "        return self.rows[layer_id - self.start_layer].clone()"
    ),
    "fmt off": (
        "        # fmt: off\n        x = [1,2,\n             3]\n        # fmt: on\n"
        "        return self.rows[layer_id - self.start_layer][x[0]].clone()"
    ),
    "nested function": (
        "        def row():\n            return self.rows[layer_id - self.start_layer].clone()\n\n        return row()"
    ),
    "two on a line": "        n = 0; return self.rows[layer_id - self.start_layer][n].clone()",
}


@pytest.mark.parametrize("name", BODIES)
def test_the_wait_stands_before_the_first_read(tmp_path: Path, name: str) -> None:
    text = program(PLAIN.format(body=BODIES[name]))
    assert rules(tmp_path, text) == [("GC001", "Hasty.get_first")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT
    assert rules(tmp_path, new) == []
    assert outcome(tmp_path, new)[0] == new
    (only,) = done.repairs
    assert (only.offer.strategy, only.offer.safety) == (Strategy.IN_METHOD, Safety.SAFE)
    assert "Pool.get_rows" in only.offer.reason


@pytest.mark.parametrize("name", ["docstring", "checks"])
def test_what_comes_first_stays_first(tmp_path: Path, name: str) -> None:
    new, _ = outcome(tmp_path, program(PLAIN.format(body=BODIES[name])))
    lines = new.splitlines()
    head = lines.index("    def get_first(self, layer_id):")
    assert lines[head + 1 : head + 3] != WAIT
    assert new.endswith("\n".join(WAIT) + "\n" + BODIES[name].splitlines()[-1] + "\n")


def test_a_body_on_the_line_of_its_header_is_opened(tmp_path: Path) -> None:
    line = "    def get_first(self, layer_id): return self.rows[layer_id - self.start_layer].clone()  # quick\n"
    text = program("class Hasty(Pool):\n" + line)
    new, _ = outcome(tmp_path, text)
    body = "        return self.rows[layer_id - self.start_layer].clone()  # quick\n"
    assert new == text.replace(line, "    def get_first(self, layer_id):\n" + "\n".join(WAIT) + "\n" + body)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["    ", "\t", "  "])
def test_line_ends_and_indents_are_those_of_the_file(tmp_path: Path, mark: str, end: str, indent: str) -> None:
    def shaped(text: str) -> str:
        return text.replace("    ", indent).replace("\n", end)

    text = program(PLAIN.format(body=BODIES["plain"]))
    new, _ = outcome(tmp_path, mark + shaped(text))
    assert new == shaped(text.replace(BODIES["plain"], "\n".join(WAIT) + "\n" + BODIES["plain"]))


def test_a_decorated_method_keeps_its_decorators(tmp_path: Path) -> None:
    text = program(PLAIN.format(body=BODIES["plain"])).replace(
        "    def get_first", "    @torch.no_grad()\n    # between\n    @torch.compiler.disable\n    def get_first"
    )
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT


def test_a_helper_is_used_where_the_class_has_one(tmp_path: Path) -> None:
    text = program(
        "class Hasty(Pool):\n"
        "    def hold(self, i):\n"
        "        if self.counter is not None:\n"
        "            self.counter.wait_until(i - self.start_layer)\n\n"
        "    def get_first(self, layer):\n"
        "        return self.rows[layer.number - self.start_layer].clone()\n"
    )
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.hold(layer.number)"]


def test_the_layer_is_called_as_the_method_calls_it(tmp_path: Path) -> None:
    body = "        number = layer.number\n        return self.rows[number - self.start_layer].clone()"
    text = program(PLAIN.format(body=body).replace("layer_id", "layer"))
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [WAIT[0], WAIT[1].replace("layer_id", "number")]


def test_two_findings_in_two_methods_are_repaired_at_once(tmp_path: Path) -> None:
    body = PLAIN.format(body=BODIES["plain"])
    text = program(body + body.split("\n", 1)[1].replace("get_first", "get_second"))
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT * 2
    assert len(done.repairs) == 2


def test_a_wait_that_lost_its_body_gets_it_back(tmp_path: Path) -> None:
    text = program(
        "class Hasty(Pool):\n"
        "    def hold(self, number):\n"
        '        """Wait for a layer."""\n\n'
        + "".join(
            f"    def get_{name}(self, layer_id):\n"
            "        self.hold(layer_id)\n"
            "        return self.rows[layer_id - self.start_layer].clone()\n\n"
            for name in ("first", "last")
        )
    )
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == [WAIT[0], WAIT[1].replace("layer_id", "number")]
    assert [r.finding.symbol for r in done.repairs] == ["Hasty.get_first", "Hasty.get_last"]


@pytest.mark.parametrize(("annotation", "safeties"), [(": int", SAFE), ("", SAFE), (": torch.Tensor", frozenset())])
def test_only_a_layer_id_is_waited_for(tmp_path: Path, annotation: str, safeties: frozenset[Safety]) -> None:
    body = BODIES["plain"].replace("layer_id", "number")
    text = program(PLAIN.format(body=body).replace("layer_id", f"number{annotation}"))
    for asked in (SAFE, ANY):
        new, _ = outcome(tmp_path, text, asked)
        wanted = [line.replace("layer_id", "number") for line in WAIT] if asked >= safeties and safeties else []
        assert inserted(text, new) == wanted


def test_a_caller_is_left_alone_where_what_it_calls_is_repaired(tmp_path: Path) -> None:
    body = PLAIN.format(body=BODIES["plain"].replace("[0].clone()", ""))
    caller = "\n    def get_all(self, layer_id):\n        row = self.get_first(layer_id)\n        return row.clone()\n"
    text = program(body + caller)
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == WAIT
    assert rules(tmp_path, new) == []


MIXED = """\
class Taking:
    def take(self, layer_id: int):
        return self.rows[layer_id - self.start_layer].clone()


class Waiting(Taking, Pool):
    pass


class Plain(Taking):
    def __init__(self, rows):
        self.rows = rows
        self.start_layer = 0
{counter}"""


@pytest.mark.parametrize(("counter", "safe"), [("", False), ("        self.counter = None\n", True)])
def test_a_method_that_others_inherit_without_a_counter_is_changed_only_when_asked_for(
    tmp_path: Path,
    counter: str,
    safe: bool,
) -> None:
    text = program(MIXED.format(counter=counter))
    assert rules(tmp_path, text) == [("GC001", "Taking.take")]
    assert (outcome(tmp_path, text)[0] != text) is safe
    new, done = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == WAIT
    assert ("has no counter" in done.repairs[0].offer.reason) is not safe


MARKED = """\
class Wide(Pool):
    def part(self, layer_id):  # gatecheck: requires-gate the caller waits once
        return self.rows[layer_id - self.start_layer]

    def get_wide(self, layer_id):
        return self.part(layer_id).view(-1)
"""
FACADE = """\


class Outer:
    def __init__(self):
        self.start_layer = 0
        self.counter = None
        self.inner = Wide(8, 4)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_outer(self, layer_id):
        return self.inner.part(layer_id)
"""


def test_a_pool_that_calls_what_leaves_the_waiting_to_it_waits(tmp_path: Path) -> None:
    text = program(MARKED)
    assert rules(tmp_path, text) == [("GC006", "Wide.get_wide")]
    new, done = outcome(tmp_path, text)
    assert new == text.replace("        return self.part", "\n".join([*WAIT, "        return self.part"]))
    assert [r.offer.strategy for r in done.repairs] == [Strategy.IN_METHOD]
    assert rules(tmp_path, new) == []


def test_an_owner_that_calls_what_leaves_the_waiting_to_it_waits(tmp_path: Path) -> None:
    text = program(MARKED.split("\n\n    def get_wide", maxsplit=1)[0] + "\n" + FACADE)
    assert rules(tmp_path, text) == [("GC006", "Outer.get_outer")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text.replace("        return self.inner", "\n".join([*WAIT, "        return self.inner"]))
    assert [r.offer.strategy for r in done.repairs] == [Strategy.OWNER]
    assert rules(tmp_path, new) == []


NUMBERED = """\
class Hasty(Pool):
    def sync(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)

    def own_number(self, number: int) -> int:
        \"\"\"The number that a layer has here.\"\"\"
        {made}

    def gather(self, number: int, pages):
        found = self.rows[self.own_number(number)]
        return torch.index_select(found, 0, pages)
"""


@pytest.mark.parametrize(
    ("made", "known"),
    [
        ("return number - self.start_layer", True),
        ("return number - self.start_layer - self.start_layer", False),
        ("return self.start_layer - number", False),
    ],
)
def test_an_index_that_a_method_only_takes_the_first_layer_off_tells_the_layer(
    tmp_path: Path, made: str, *, known: bool
) -> None:
    text = program(NUMBERED.format(made=made))
    assert rules(tmp_path, text) == [("GC001", "Hasty.gather")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == ["        self.sync(number)"] * known
    assert not known or rules(tmp_path, new) == []
