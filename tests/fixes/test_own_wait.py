"""What a reader outside the pools makes of the wait that it has: it gets the right index, or goes before the read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck import check
from tests.fixes.small import ANY, inserted, outcome, program, request, rules

INDEX = "layer_id - pool.start_layer"
READ = f"    rows = pool.rows[{INDEX}].clone()\n"
GATE = "    if pool.counter is not None:\n        pool.counter.wait_until({})\n"
BY_NAME = "    counter = pool.counter\n    if counter is not None:\n        counter.wait_until({})\n"
BACK = "    return rows\n"
HELD = """\
class Held(Pool):
    def hold(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)

    def get_first(self, layer_id):
        self.hold(layer_id)
        return self.rows[layer_id - self.start_layer]


"""
MAPPED = """\
class Mapped(Pool):
    def __init__(self, size, layer_num, ids, start_layer):
        super().__init__(size, layer_num, start_layer)
        self.inner = Pool(size, len(ids))
        self.places = {g: i for i, g in enumerate(ids)}

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(self.places[layer_id])


"""


def reader(body: str, kind: str = "Pool", above: str = "") -> str:
    """The protocol with a function that reads the rows of a pool."""
    return program(f"{above}def attend(pool: {kind}, layer_id):\n{body}")


@pytest.mark.parametrize(
    ("body", "wrong", "right"),
    [
        (GATE + READ + BACK, "layer_id", INDEX),
        (BY_NAME + READ + BACK, "layer_id", INDEX),
        (GATE + READ + BACK, "layer_id + 1 - pool.start_layer", INDEX),
        (GATE + READ + BACK, "0", INDEX),
        ("    index = {}\n" + GATE.format("index") + READ + BACK, "layer_id", INDEX),
    ],
)
def test_a_wrong_index_outside_is_written_anew(tmp_path: Path, body: str, wrong: str, right: str) -> None:
    text = reader(body.format(wrong))
    assert rules(tmp_path, text) == [("GC005", "attend")]
    new, _ = outcome(tmp_path, text)
    assert new == reader(body.format(right))
    assert rules(tmp_path, new) == []
    assert outcome(tmp_path, new, ANY)[0] == new


def test_a_method_of_the_pool_is_given_what_it_takes(tmp_path: Path) -> None:
    body = "    pool.hold({})\n" + READ + BACK
    text = reader(body.format(INDEX), "Held", HELD)
    assert rules(tmp_path, text) == [("GC005", "attend")]
    assert outcome(tmp_path, text)[0] == reader(body.format("layer_id"), "Held", HELD)


def test_the_wait_is_made_right_also_where_the_pool_could_be_asked(tmp_path: Path) -> None:
    body = "    place = pool.places[layer_id]\n" + GATE + "    return pool.inner.get_rows(place)\n"
    text = reader(body.format("place"), "Mapped", MAPPED)
    assert rules(tmp_path, text) == [("GC005", "attend")]
    assert outcome(tmp_path, text, ANY)[0] == reader(body.format(INDEX), "Mapped", MAPPED)


@pytest.mark.parametrize(
    "body",
    [
        "    other = pool\n"
        + GATE.format("layer_id").replace("pool.c", "other.c")
        + "    pool = other\n"
        + READ
        + BACK,
        "    wait(pool, layer_id)\n" + READ + BACK,
    ],
)
def test_beside_a_wrong_wait_there_is_no_second_one(tmp_path: Path, body: str) -> None:
    helper = "def wait(pool, index):\n" + GATE.format("index") + "\n\n"
    text = reader("    other = pool\n" + body, above=helper)
    assert rules(tmp_path, text) == [("GC005", "attend")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "index" in done.after.report.findings[0].fix.reason


def test_a_wait_that_another_read_needs_stays(tmp_path: Path) -> None:
    text = program(
        "def attend(pool: Pool, layer_id: int, before: int):\n"
        + GATE.format("before - pool.start_layer")
        + READ.replace("rows =", "first =").replace("layer_id", "before")
        + READ
        + "    return rows + first\n"
    )
    new, _ = outcome(tmp_path, text, ANY)
    assert inserted(text, new) == GATE.format(INDEX).splitlines()


@pytest.mark.parametrize(
    ("wait", "kind", "above"),
    [
        (GATE.format(INDEX), "Pool", ""),
        (BY_NAME.format(INDEX), "Pool", ""),
        (f"    index = {INDEX}\n" + GATE.format("index"), "Pool", ""),
        ("    pool.hold(layer_id)\n", "Held", HELD),
    ],
)
def test_a_late_wait_outside_is_moved(tmp_path: Path, wait: str, kind: str, above: str) -> None:
    text = reader(READ + wait + BACK, kind, above)
    assert rules(tmp_path, text) == [("GC006", "attend")]
    new, _ = outcome(tmp_path, text)
    assert new == reader(wait + READ + BACK, kind, above)
    assert rules(tmp_path, new) == []
    assert outcome(tmp_path, new, ANY)[0] == new


def test_a_late_wait_is_moved_also_where_the_pool_could_be_asked(tmp_path: Path) -> None:
    read = "    rows = pool.inner.get_rows(pool.places[layer_id]).clone()\n"
    wait = GATE.format(INDEX)
    text = reader(read + wait + BACK, "Mapped", MAPPED)
    assert rules(tmp_path, text) == [("GC006", "attend")]
    assert outcome(tmp_path, text, ANY)[0] == reader(wait + read + BACK, "Mapped", MAPPED)


@pytest.mark.parametrize(
    "between",
    ["    if pool is None:\n        return None\n", "    layer_id = pool.last\n", "    pool = pool.other\n"],
)
def test_a_late_wait_outside_stays_behind_what_it_needs(tmp_path: Path, between: str) -> None:
    text = reader("    rows = None\n    if pool is not None:\n    " + READ + between + GATE.format(INDEX) + BACK)
    new, _ = outcome(tmp_path, text, ANY)
    assert between + GATE.format(INDEX) + BACK in new


OWN_METHOD = """\
class Reader:
    def __init__(self, pool: Pool):
        self.pool = pool

    def hold(self, index):
        if self.pool.counter is not None:
            self.pool.counter.wait_until(index)

    def read(self, layer, at):
        index = layer.layer_id - self.pool.start_layer
        self.hold({})
        return self.pool.rows[index][at]
"""
POOL_METHOD = """\
class Held(Pool):
    def hold(self, index):
        if self.counter is not None:
            self.counter.wait_until(index)

    def get_first(self, layer_id):
        self.hold({})
        return self.rows[layer_id - self.start_layer][0].clone()
"""


@pytest.mark.parametrize(
    ("body", "wrong", "right"),
    [
        (OWN_METHOD, "layer.layer_id", "layer.layer_id - self.pool.start_layer"),
        (OWN_METHOD, "index - 1", "layer.layer_id - self.pool.start_layer"),
        (POOL_METHOD, "layer_id", "layer_id - self.start_layer"),
    ],
)
def test_a_method_that_waits_for_an_event_is_given_its_index(tmp_path: Path, body: str, wrong: str, right: str) -> None:
    text = program(body.format(wrong))
    assert [rule for rule, _ in rules(tmp_path, text)] == ["GC005"]
    new, done = outcome(tmp_path, text)
    assert new == program(body.format(right))
    assert len(done.repairs) == 1
    assert rules(tmp_path, new) == []


def test_a_wait_that_is_for_the_same_layer_elsewhere_is_not_moved(tmp_path: Path) -> None:
    takes_object = OWN_METHOD.replace("hold(self, index)", "hold(self, layer)").replace(
        "until(index)", "until(layer.layer_id)"
    )
    text = program(takes_object.format("layer"))
    (found,) = check.check(request(tmp_path, text)).findings
    assert (found.rule, found.fix.strategy) == ("GC005", None)
