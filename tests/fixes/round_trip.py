"""Take each gate out of a release, let the repair put it back, and compare.

``python -m tests.fixes.round_trip VERSION [--part K/N]`` prints a table of the release, or of every N-th gate from the
K-th on: what was not found, what could not be repaired, what was repaired otherwise than upstream wrote it, and how
many came out statement for statement the same. A gate takes about half a minute.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from gatecheck.findings import Finding, Safety
from gatecheck.fixes.apply import Wanted
from gatecheck.fixes.proof import comments
from tests.fixes.releases import Release, release
from tests.saying import say

WAIT = "wait_until"


class Result(str, Enum):
    """What became of one gate."""

    IDENTICAL = "identical"
    REPAIRED = "repaired"
    REFUSED = "refused"
    SILENT = "not found"


@dataclass(frozen=True)
class Gate:
    """A statement that waits: its lines, from 1, both inside, and whether it is all that its block holds."""

    file: str
    first: int
    last: int
    symbol: str
    alone: bool


@dataclass(frozen=True)
class Trip:
    """One gate, removed and repaired. ``detail`` is the difference or the reason, where there is one."""

    gate: Gate
    result: Result
    detail: str = ""


def gates(texts: dict[str, str]) -> list[Gate]:
    """Every statement of a release that does nothing but wait, helpers' calls included."""
    trees = {file: ast.parse(text) for file, text in sorted(texts.items())}
    helpers = frozenset(name for tree in trees.values() for name in _helpers(tree))
    return [gate for file, tree in trees.items() for gate in _gates(file, tree.body, (), helpers)]


def trip(before: Release, gate: Gate) -> Trip:
    """Remove one gate, repair, and compare with the text that upstream wrote."""
    old = before.texts[gate.file]
    start = before.with_changes({gate.file: without(old, gate)})
    known = {_place(f) for f in before.first.report.findings}
    lost = [f for f in start.report.findings if _place(f) not in known]
    if not lost:
        return Trip(gate, Result.SILENT)
    named = frozenset(f.fingerprint for f in lost)
    outcome = before.repaired(start, Wanted(frozenset({Safety.SAFE, Safety.UNSAFE}), named))
    left = [f for f in outcome.after.report.findings if _place(f) not in known]
    if left:
        return Trip(gate, Result.REFUSED, "; ".join(f"{f.rule} {f.symbol}: {f.fix.reason}" for f in left))
    texts = dict(outcome.texts)
    for file, text in texts.items():
        shorter = start.texts.by_path[file]
        assert comments(shorter) == comments(text)
        assert not any(line.startswith("-") for line in _changes(shorter, text))
    again = before.repaired(outcome.after, Wanted(frozenset({Safety.SAFE, Safety.UNSAFE}), named))
    assert not again.texts
    if all(shape(text) == shape(before.texts[file]) for file, text in texts.items()):
        return Trip(gate, Result.IDENTICAL)
    told = [line for file, text in texts.items() for line in (file, *_changes(before.texts[file], text))]
    return Trip(gate, Result.REPAIRED, "\n".join(told))


def without(text: str, gate: Gate) -> str:
    """The text without a gate; a block that held nothing else keeps a ``pass``."""
    lines = text.splitlines(keepends=True)
    head = lines[gate.first - 1]
    filler = [head[: len(head) - len(head.lstrip())] + "pass\n"] if gate.alone else []
    return "".join([*lines[: gate.first - 1], *filler, *lines[gate.last :]])


def shape(text: str) -> str:
    """The syntax tree of a text; a ``pass`` beside other statements does not count."""
    return _dumped(ast.parse(text))


def _dumped(tree: ast.AST) -> str:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and len(body) > 1:
            node.body = [s for s in body if not isinstance(s, ast.Pass)] or body[:1]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _place(finding: Finding) -> tuple[str, str]:
    return finding.place.file, finding.symbol


def _changes(old: str, new: str) -> list[str]:
    found = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in found if not line.startswith(("---", "+++"))]


def _waits(node: ast.stmt, names: frozenset[str]) -> bool:
    if isinstance(node, ast.If):
        return len(node.body) == 1 and not node.orelse and _waits(node.body[0], frozenset({WAIT}))
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in names


def _helpers(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != WAIT:
            body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
            if len(body) == 1 and _waits(body[0], frozenset({WAIT})):
                yield node.name


def _gates(file: str, body: list[ast.stmt], way: tuple[str, ...], helpers: frozenset[str]) -> Iterator[Gate]:
    for node in body:
        if _waits(node, helpers | {WAIT}):
            yield Gate(file, node.lineno, node.end_lineno or node.lineno, ".".join(way), alone=len(body) == 1)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _gates(file, node.body, (*way, node.name), helpers)
        else:
            for name in ("body", "orelse", "finalbody"):
                yield from _gates(file, getattr(node, name, []), way, helpers)


def main(arguments: list[str]) -> None:
    """Print the table of a release, or of a part of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fixes.round_trip")
    parser.add_argument("version")
    parser.add_argument("--part", default="1/1")
    wish = parser.parse_args(arguments)
    part, parts = map(int, wish.part.split("/"))
    before = release(wish.version)
    tally: Counter[Result] = Counter()
    for gate in gates(before.texts)[part - 1 :: parts]:
        done = trip(before, gate)
        tally[done.result] += 1
        say(f"{wish.version} {gate.file}:{gate.first} {gate.symbol}: {done.result.value}")
        for line in done.detail.splitlines():
            say(f"    {line}")
    total = tally.total()
    found = total - tally[Result.SILENT]
    repaired = tally[Result.IDENTICAL] + tally[Result.REPAIRED]
    say(
        f"{wish.version}: {total} gates, {found} found when removed, {repaired} of these repaired, "
        f"{tally[Result.IDENTICAL]} identical"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
