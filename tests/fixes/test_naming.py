"""A reader outside that names its pool nowhere near: what it calls it, by the functions it calls or what it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, outcome, program, rules

OWN = """\
class Reader:
    def __init__(self, pool: Pool, other: Pool):
        self.pool = pool
        self.other = other

    def rows_of(self, layer_id, at):
        return self.pool.rows[layer_id - self.pool.start_layer][at]

    def step(self, layer_id, at):
        return self.rows_of(layer_id, at) + 1

    def patient(self, layer_id, at):
        if self.pool.counter is not None:
            self.pool.counter.wait_until(layer_id - self.pool.start_layer)
        return self.step(layer_id, at)

    def read(self, layer_id, at):
|        return self.step(layer_id, at)
"""
GIVEN = """\
class Inner:
    def __init__(self, pool: Pool):
        self.pool = pool

    def rows_of(self, layer_id, at):
        pool = self.pool
        return pool.rows[layer_id - pool.start_layer][at]


class Reader:
    def __init__(self, inner: Inner, kept: Pool):
        self.inner = inner
        self.kept = kept

    def step(self, inner: Inner, layer_id, at):
        return inner.rows_of(layer_id, at)

    def patient(self, layer_id, at):
        pool = self.inner.pool
        if pool.counter is not None:
            pool.counter.wait_until(layer_id - pool.start_layer)
        return self.step(self.inner, layer_id, at)

    def read(self, layer_id, at):
|        return self.step(at=at, layer_id=layer_id, inner=self.inner)
"""
HEIR = """\
class Base:
    def __init__(self, pool: Pool):
        self.pool = pool

    def rows_of(self, layer_id, at):
        return self.pool.rows[layer_id - self.pool.start_layer][at]


class Reader(Base):
    def patient(self, layer_id, at):
        if self.pool.counter is not None:
            self.pool.counter.wait_until(layer_id - self.pool.start_layer)
        return self.rows_of(layer_id, at)

    def read(self, layer_id, at):
|        return super().rows_of(layer_id, at)
"""
KEPT = """\
class Reader:
    def __init__(self, pool: Pool, other: Pool):
        self.table, self.most = pool.rows, other.layer_num
        self.other = other
        self.pool = pool

    def read(self, layer_id):
|        return self.table[layer_id - self.pool.start_layer].sum()
"""
LEAVES = """\
class Reader:
    def __init__(self, pool: Pool):
        self.pool = pool

    def both(self, layer_id, at):
        index = layer_id - self.pool.start_layer
|        return self.pool.rows[index], at

    def read(self, layer_id, at):
        rows, at = self.both(layer_id, at)
        return rows[at] + 1
"""
KEPT_APART = KEPT.replace("self.pool = pool", "").replace("self.pool.start_layer", "self.other.start_layer")
MADE_HERE = """\
class Inner:
    def __init__(self, pool: Pool):
        self.pool = pool

    def rows_of(self, layer_id, at):
        return self.pool.rows[layer_id - self.pool.start_layer][at]


def patient(inner: Inner, layer_id, at):
    if inner.pool.counter is not None:
        inner.pool.counter.wait_until(layer_id - inner.pool.start_layer)
    return inner.rows_of(layer_id, at)


def read(inner: Inner, further: Inner, layer_id, at):
    found = [inner.rows_of(layer_id, at) for inner in (inner, further)]
    return found
"""
VARIABLE = (
    MADE_HERE[: MADE_HERE.index("def read")]
    + """\
def pick(inner: Inner, at) -> Inner:
    return inner


def read(inner: Inner, layer_id, at):
    picked = pick(inner, at)
    at = at + 1
|    return picked.rows_of(layer_id, at)
"""
)
NAMED = {
    "self.pool": {"of its own": OWN, "of a base": HEIR, "by a kept table": KEPT, "leaving": LEAVES},
    "self.inner.pool": {"by arguments": GIVEN},
    "picked.pool": {"by a variable": VARIABLE},
}


@pytest.mark.parametrize(("pool", "name"), [(pool, name) for pool, found in NAMED.items() for name in found])
def test_a_pool_that_is_read_further_in_is_named_and_waited_on(tmp_path: Path, pool: str, name: str) -> None:
    body = NAMED[pool][name]
    margin = " " * (4 if body is VARIABLE else 8)
    gate = f"{margin}if {pool}.counter is not None:\n"
    gate += f"{margin}    {pool}.counter.wait_until(layer_id - {pool}.start_layer)\n"
    text = program(body.replace("|", ""))
    (found,) = rules(tmp_path, text)
    assert found[0] == "GC006"
    new, done = outcome(tmp_path, text)
    assert new == program(body.replace("|", gate))
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.CALL_SITE, Safety.SAFE)]
    assert rules(tmp_path, new) == []


@pytest.mark.parametrize("body", [KEPT_APART.replace("|", ""), MADE_HERE], ids=["another pool", "a variable of a loop"])
def test_a_pool_without_a_name_is_told_so(tmp_path: Path, body: str) -> None:
    text = program(body)
    (found,) = rules(tmp_path, text)
    assert found[0] == "GC006"
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert "has no name for the one whose counter" in done.after.report.findings[0].fix.reason
