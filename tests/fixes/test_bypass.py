"""A reader outside the pools is pointed at the pool's own method; where there is none, the pool gets one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, inserted, outcome, program, rules
from tests.fixes.test_other_rules import OWNER

COPY = """

class Inner(Pool):
    def copy_from(self, src, dst):
        for row in self.rows:
            row[dst] = row[src]

"""
RUNNER = """

class Runner:
    def __init__(self, pool: Owner):
        self.pool = pool

    def copy_on_write(self, src, dst):
        self.pool.inner.copy_from(
            src,  # from here
            dst,
        )
"""
TEXT = program(COPY.lstrip() + OWNER.replace("self.inner = Pool(", "self.inner = Inner(") + RUNNER).replace(
    "        layer_id = self.mapping[layer_id]\n        return", "        self.wait_for(layer_id)\n        return"
)
ACCESSOR = """\
    def copy_rows(self, src, dst):
        self.wait_for(max(self.mapping))
        self.inner.copy_from(src, dst)

"""


def test_a_pool_gets_a_method_that_waits_and_delegates(tmp_path: Path) -> None:
    assert rules(tmp_path, TEXT) == [("GC006", "Runner.copy_on_write")]
    assert outcome(tmp_path, TEXT, SAFE)[0] == TEXT
    new, done = outcome(tmp_path, TEXT, ANY)
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.UNSAFE)]
    assert ACCESSOR.replace("copy_rows", "inner_copy_from").rstrip() in new
    assert "        self.pool.inner_copy_from(\n            src,  # from here\n" in new
    assert rules(tmp_path, new) == []


def test_a_call_goes_to_the_method_with_the_same_result(tmp_path: Path) -> None:
    text = TEXT.replace("    def get_gated", ACCESSOR + "    def get_gated")
    assert rules(tmp_path, text) == [("GC006", "Runner.copy_on_write")]
    new, _ = outcome(tmp_path, text, ANY)
    assert new == text.replace("self.pool.inner.copy_from(\n", "self.pool.copy_rows(\n")


def test_a_reader_of_the_buffer_itself_waits_at_its_place(tmp_path: Path) -> None:
    text = program(
        "class Reader:\n"
        "    def __init__(self, pool: Pool):\n        self.pool = pool\n\n"
        "    def read(self, layer_id):\n"
        "        return self.pool.rows[layer_id - self.pool.start_layer].clone()\n"
    )
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert [r.offer.strategy for r in done.repairs] == [Strategy.CALL_SITE]
    assert new == text.replace(
        "        return self.pool.rows",
        "        if self.pool.counter is not None:\n"
        "            self.pool.counter.wait_until(layer_id - self.pool.start_layer)\n"
        "        return self.pool.rows",
    )


READER = """
class Reader:
    def __init__(self, pool: {pool}):
        self.pool = pool

    def read(self, layer, loc):
        # the rows
        rows = {rows}
        kept = loc + 1
        return rows[kept].clone()
"""
GATE = (
    "        if self.pool.counter is not None:\n"
    "            self.pool.counter.wait_until(layer.layer_id - self.pool.start_layer)\n"
)


def test_the_wait_stands_before_the_buffer_is_taken(tmp_path: Path) -> None:
    text = program(READER.format(pool="Pool", rows="self.pool.rows[layer.layer_id - self.pool.start_layer]"))
    new, done = outcome(tmp_path, text)
    assert new == text.replace("        # the rows", GATE + "        # the rows")
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.CALL_SITE, Safety.SAFE)]


def test_a_loop_outside_waits_for_each_layer(tmp_path: Path) -> None:
    loop = "    for i in range(pool.start_layer, pool.start_layer + 4):\n"
    read = "        out[i] = pool.rows[i - pool.start_layer].clone()\n"
    text = program("def read(pool: Pool, out):\n" + loop + read)
    new, _ = outcome(tmp_path, text)
    gate = "        if pool.counter is not None:\n            pool.counter.wait_until(i - pool.start_layer)\n"
    assert new == text.replace(read, gate + read)


PRIVATE = """\
class Hasty(Pool):
    def _take(self, layer_id):
        return self.rows[layer_id - self.start_layer]
"""
PUBLIC = """
    def take(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self._take(layer_id)

"""


def test_a_private_read_waits_at_its_caller(tmp_path: Path) -> None:
    text = program(PRIVATE + "\n" + READER.format(pool="Hasty", rows="self.pool._take(layer.layer_id)"))
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    assert outcome(tmp_path, text)[0] == text.replace("        # the rows", GATE + "        # the rows")


def test_a_private_read_goes_to_the_public_method_with_the_same_result(tmp_path: Path) -> None:
    text = program(PRIVATE + PUBLIC + READER.format(pool="Hasty", rows="self.pool._take(layer.layer_id)"))
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text)
    assert new == text.replace("self.pool._take(layer", "self.pool.take(layer")
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.SAFE)]


def test_a_call_keeps_the_variable_that_it_names_the_pool_by(tmp_path: Path) -> None:
    rows = "pool._take(layer.layer_id)"
    reader = READER.format(pool="Hasty", rows=rows).replace(
        "        # the rows", "        pool = self.pool\n        # the rows"
    )
    text = program(PRIVATE + PUBLIC + reader)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    assert outcome(tmp_path, text)[0] == text.replace("= pool._take(layer", "= pool.take(layer")


@pytest.mark.parametrize("extra", ["        self.seen = layer_id\n", "        layer_id = layer_id + 1\n"])
def test_a_method_that_does_more_has_not_the_same_result(tmp_path: Path, extra: str) -> None:
    public = PUBLIC.replace("        return", extra + "        return")
    text = program(PRIVATE + public + READER.format(pool="Hasty", rows="self.pool._take(layer.layer_id)"))
    assert "self.pool._take(layer" in outcome(tmp_path, text, ANY)[0]


def test_a_caller_that_broke_its_word_waits_first(tmp_path: Path) -> None:
    text = program(
        "class Open(Pool):\n"
        "    def take(self, layer_id):  # gatecheck: requires-gate the caller waits once for all rows\n"
        "        return self.rows[layer_id - self.start_layer]\n\n\n"
        "def hasty(pool: Open, layer_id):\n"
        "    return pool.take(layer_id).clone()\n"
    )
    assert rules(tmp_path, text) == [("GC006", "hasty")]
    new, _ = outcome(tmp_path, text)
    assert inserted(text, new) == [
        "    if pool.counter is not None:",
        "        pool.counter.wait_until(layer_id - pool.start_layer)",
    ]
    assert rules(tmp_path, new) == []


FACADE = """
class View:
    def __init__(self, pool: Pool):
        self.pool = pool
        self.rows = pool.rows

    def get_gated(self, layer_id):
{gate}        return self.pool.rows[layer_id - self.pool.start_layer].clone()

    def get_hasty(self, layer_id):
        return self.pool.rows[layer_id - self.pool.start_layer].clone()
"""


def test_a_facade_waits_as_its_other_methods_do(tmp_path: Path) -> None:
    gate = GATE.replace("layer.layer_id", "layer_id")
    text = program(FACADE.format(gate=gate))
    assert rules(tmp_path, text) == [("GC006", "View.get_hasty")]
    new, done = outcome(tmp_path, text)
    assert inserted(text, new) == gate.splitlines()
    assert "as View.get_gated does" in done.repairs[0].offer.reason


PAST = """

class Reader:
    def __init__(self, pool: Owner):
        self.pool = pool

    def read(self, layer):
        inner = self.pool.inner
        local = self.pool.mapping[layer.layer_id]
        return {read}
"""


@pytest.mark.parametrize("read", ["inner.get_rows(local).clone()", "inner.rows[local].clone()"])
def test_a_reader_that_knows_its_layer_waits_for_that_one(tmp_path: Path, read: str) -> None:
    hasty, waits = "        layer_id = self.mapping[layer_id]\n", "        self.wait_for(layer_id)\n"
    text = program(OWNER.replace(hasty, waits) + PAST.format(read=read))
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text)
    (line,) = inserted(text, new)
    assert line == "        self.pool.wait_for(layer.layer_id)"
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.CALL_SITE, Safety.SAFE)]
    assert rules(tmp_path, new) == []


MAPPED = """\
class Local:
    def __init__(self, size, ids):
        self.kept = [torch.zeros(size, 8) for _ in ids]

    def kept_rows(self, index, rows=None):
        return self.kept[index] if rows is None else self.kept[index][rows]


class LocalOwner(Pool):
    def __init__(self, size, layer_num, ids):
        super().__init__(size, layer_num)
        self.local = Local(size, ids)
        self.ids = {layer_id: index for index, layer_id in enumerate(ids)}
        self.others = {}

    def rows_of(self, layer_id, rows=None):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.local.kept_rows(self.ids[layer_id], rows)


class LocalHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        index = device_pool.ids[layer_id]
        device_pool.local.kept[index][device_indices] = self.host[index][host_indices].cuda(non_blocking=True)


class Reader:
    def __init__(self, pool: LocalOwner):
        self.pool = pool

    def read(self, layer, rows):
"""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("return self.pool.local.kept_rows(self.pool.ids[layer], rows)", "return self.pool.rows_of(layer, rows)"),
        (
            "index = self.pool.ids[layer.number]\n        return self.pool.local.kept_rows(index, rows=rows)  # why",
            "index = self.pool.ids[layer.number]\n        return self.pool.rows_of(layer.number, rows=rows)  # why",
        ),
    ],
)
def test_a_call_gives_the_owner_what_it_looks_up_itself(tmp_path: Path, body: str, wanted: str) -> None:
    text = program(f"{MAPPED}        {body}\n")
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, _ = outcome(tmp_path, text, ANY)
    assert new == text.replace(body, wanted)
    assert rules(tmp_path, new) == []


@pytest.mark.parametrize(
    "body",
    [
        "return self.pool.local.kept_rows(self.pool.others[layer])",
        "return self.pool.local.kept_rows(rows=rows, index=self.pool.ids[layer])",
        "index = self.pool.ids[layer]\n        layer = layer + 1\n        return self.pool.local.kept_rows(index)",
    ],
)
def test_a_call_stays_where_the_owner_would_look_up_something_else(tmp_path: Path, body: str) -> None:
    text = program(f"{MAPPED}        {body}\n")
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    assert "rows_of(" not in outcome(tmp_path, text, ANY)[0].split("class Reader")[1]
