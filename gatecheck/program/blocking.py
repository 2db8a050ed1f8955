"""Waits that block the host until a count has come past their index: one below nought returns at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, is_name, walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import Program

_WAITS_FOR = frozenset({"wait_for"})


def all_count(program: Program, waits: frozenset[str]) -> bool:
    """Whether every wait of a program that does anything with its index compares it with a count."""
    named = [i.record for i in program.having(waits) if i.owner is not None and i.record.name in waits]
    found = [record for record in named if len(record.params) > 1 and _mentions(record, record.params[1].name)]
    return bool(found) and all(map(counts, found))


def counts(record: r.Function) -> bool:
    """Whether a method goes on once a comparison with its first argument holds."""
    name = record.params[1].name
    compared = (n for test in _conditions(record) for n in walk(test) if isinstance(n, r.Compare))
    return any(is_name(side, name) for n in compared for side in (n.left, n.right))


def _conditions(record: r.Function) -> Iterator[r.Expr]:
    """What a method waits for: the test of a loop, or what it hands to a condition variable."""
    for node in walk_all(record.body):
        if isinstance(node, r.While):
            yield node.test
        elif isinstance(node, r.Call) and called_name(node) in _WAITS_FOR:
            yield from (arg.value.body for arg in node.args if isinstance(arg.value, r.Lambda))


def _mentions(record: r.Function, name: str) -> bool:
    return any(isinstance(n, r.Name) and n.id == name for n in walk_all(record.body))
