"""Each way to break the protocol at a place, as a changed text of the file."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

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
    """Return a mutant for the first call of each accessor outside the pools: it goes to the buffer instead."""
    if not is_attention(file):
        return
    seen: set[str] = set()
    for symbol, call in _calls(source.tree):
        assert isinstance(call.func, ast.Attribute)
        if call.func.attr in RAW and call.func.attr not in seen and len(call.args) == 1 and not call.keywords:
            seen.add(call.func.attr)
            pool = source.segment(call.func.value)
            raw = f"{pool}.{RAW[call.func.attr]}[({source.segment(call.args[0])}) - {pool}.start_layer]"
            yield Mutant("redirected", file, call.lineno, symbol, frozenset({symbol}), source.replace(call, raw))


def is_attention(file: str) -> bool:
    """Tell whether a file is one of the attention backends, the readers outside the pools."""
    return "/layers/attention/" in f"/{file}"


def _calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(inner, ast.FunctionDef):
                symbol = f"{node.name}.{inner.name}" if isinstance(node, ast.ClassDef) else inner.name
                found = (each for each in ast.walk(inner) if isinstance(each, ast.Call))
                yield from ((symbol, each) for each in found if isinstance(each.func, ast.Attribute))


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
