"""Each way to break the protocol at a place, as a changed text of the file."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from tests.mutation.edits import Source, indented
from tests.mutation.gates import ARMS, REGISTERS, WAITS, Role, Spot, helpers, spots


@dataclass(frozen=True)
class Mutant:
    """One file with one thing broken. ``names`` are what a finding about it may be about."""

    kind: str
    file: str
    line: int
    symbol: str
    names: frozenset[str]
    text: str


Change = Callable[[Source, Spot], str | None]
RAW = {"get_key_buffer": "k_buffer", "get_value_buffer": "v_buffer"}
"""Accessors that callers outside the pools use, and the buffer behind each."""
WORDS = (*WAITS, *REGISTERS, *ARMS)


def mutants(texts: Mapping[str, str]) -> Iterator[Mutant]:
    """Return every mutant of the files."""
    sources = {file: Source.of(text) for file, text in texts.items() if any(word in text for word in WORDS)}
    waiting = helpers(source.tree for source in sources.values())
    for file, text in texts.items():
        if file not in sources and any(word in text for word in (*waiting, *(RAW if is_attention(file) else ()))):
            sources[file] = Source.of(text)
    for file, source in sorted(sources.items()):
        yield from _of_file(file, source, waiting)
        yield from _redirected(file, source)


def _of_file(file: str, source: Source, waiting: frozenset[str]) -> Iterator[Mutant]:
    for spot in spots(source.tree, waiting):
        for kind, roles, change in KINDS:
            new = change(source, spot) if spot.role in roles else None
            if new is not None:
                yield Mutant(kind, file, spot.statement.lineno, spot.symbol, _names(spot), new)


def _redirected(file: str, source: Source) -> Iterator[Mutant]:
    """Return a mutant for each function outside the pools: its calls of accessors go to the buffers instead.

    All of them, since one that still waits covers the other; not those for a shape, which read nothing.
    """
    if not is_attention(file):
        return
    for symbol, function in _functions(source.tree):
        described = {id(each.value) for each in ast.walk(function) if isinstance(each, ast.Attribute)}
        calls = [each for each in ast.walk(function) if _is_accessed(each)]
        if not calls or all(id(each) in described for each in calls):
            continue
        changed = source
        for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset), reverse=True):
            changed = Source(changed.replace(call, _raw(source, call)), source.tree)
        yield Mutant("redirected", file, calls[0].lineno, symbol, frozenset({symbol}), changed.text)


def _is_accessed(node: ast.AST) -> TypeGuard[ast.Call]:
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RAW
    return isinstance(node, ast.Call) and named and len(node.args) == 1 and not node.keywords


def _raw(source: Source, call: ast.Call) -> str:
    assert isinstance(call.func, ast.Attribute)
    pool = source.segment(call.func.value)
    return f"{pool}.{RAW[call.func.attr]}[({source.segment(call.args[0])}) - {pool}.start_layer]"


def is_attention(file: str) -> bool:
    """Tell whether a file is one of the attention backends, the readers outside the pools."""
    return "/layers/attention/" in f"/{file}"


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(inner, ast.FunctionDef):
                yield f"{node.name}.{inner.name}" if isinstance(node, ast.ClassDef) else inner.name, inner


def _names(spot: Spot) -> frozenset[str]:
    return frozenset({spot.symbol, spot.owner.name if spot.owner else spot.function.name, f"Hasty{spot.symbol}"})


def deleted(source: Source, spot: Spot) -> str:
    """The statement is gone."""
    return source.replace(spot.statement, "pass")


def copied_first(source: Source, spot: Spot) -> str | None:
    """What the method hands out is copied in front of the wait."""
    last = spot.function.body[-1]
    if spot.statement not in spot.function.body or not isinstance(last, ast.Return) or last.value is None:
        return None
    if spot.function.body.index(spot.statement) != len(spot.function.body) - 2:
        return None
    column = spot.statement.col_offset
    copy = f"early = ({source.segment(last.value)}).clone()\n"
    if isinstance(last.value, ast.Tuple):
        copy = "early = (" + ", ".join(f"({source.segment(each)}).clone()" for each in last.value.elts) + ")\n"
    middle = " " * column + source.segment(spot.statement) + "\n"
    without = Source.of(source.replace(last, "return early"))
    return without.replace(spot.statement, f"{copy}{middle}".rstrip("\n"))


def conditional(source: Source, spot: Spot) -> str | None:
    """It waits only where the pages are large, or the layer is not the first."""
    arguments = {each.arg for each in spot.function.args.args}
    test = "self.page_size > 1" if spot.owner and "self" in arguments else "layer_id > 0"
    if "self" not in test and "layer_id" not in arguments:
        return None
    column = spot.statement.col_offset
    return source.replace(
        spot.statement, f"if {test}:\n{' ' * (column + 4)}{indented(source.segment(spot.statement), 4)}"
    )


def wrong_index(source: Source, spot: Spot) -> str | None:
    """It waits for the layer before."""
    assert isinstance(spot.core, ast.Call)
    index = spot.core.args[0]
    return source.replace(index, f"({source.segment(index)}) - 1")


def muted(source: Source, spot: Spot) -> str:
    """The method that registers keeps nothing."""
    assert isinstance(spot.core, ast.Assign)
    return source.replace(spot.core.value, "None")


def not_forwarded(source: Source, spot: Spot) -> str | None:
    """An owner does not hand the counter on."""
    forwards = spot.function.name == "register_layer_transfer_counter" and not _passes_none(spot)
    return deleted(source, spot) if forwards else None


def not_registered(source: Source, spot: Spot) -> str | None:
    """Whoever has the counter does not register it."""
    forwards = spot.function.name == "register_layer_transfer_counter"
    return None if forwards or _passes_none(spot) else deleted(source, spot)


def dropped_by_override(source: Source, spot: Spot) -> str | None:
    """An heir repeats the method without the wait."""
    if spot.owner is None or spot.is_helper or spot.statement not in spot.function.body:
        return None
    lines = source.text.splitlines()
    column = spot.statement.col_offset
    first, last = spot.statement.lineno, spot.statement.end_lineno or spot.statement.lineno
    head = min((spot.function.lineno, *(each.lineno for each in spot.function.decorator_list))) - 1
    body = [*lines[head : first - 1], " " * column + "pass", *lines[last : spot.function.end_lineno]]
    heir = "\n".join((f"class Hasty{spot.owner.name}({spot.owner.name}):", *body))
    return f"{source.text}\n\n{heir}\n"


def unarmed(source: Source, spot: Spot) -> str:
    """No consumer is selected."""
    return deleted(source, spot)


def _passes_none(spot: Spot) -> bool:
    assert isinstance(spot.core, ast.Call)
    return isinstance(spot.core.args[0], ast.Constant)


GATES = (Role.WAIT, Role.HELP)
KINDS: tuple[tuple[str, tuple[Role, ...], Change], ...] = (
    ("deleted", GATES, deleted),
    ("copied first", GATES, copied_first),
    ("conditional", GATES, conditional),
    ("wrong index", GATES, wrong_index),
    ("muted", (Role.KEEP,), muted),
    ("not forwarded", (Role.REGISTER,), not_forwarded),
    ("not registered", (Role.REGISTER,), not_registered),
    ("dropped by override", GATES, dropped_by_override),
    ("unarmed", (Role.ARM,), unarmed),
)
