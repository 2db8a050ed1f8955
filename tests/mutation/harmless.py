"""Edits that change nothing of what a program does at its waits: no finding may come of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from tests.mutation.edits import Source
from tests.mutation.gates import WAITS, Role, Spot, helpers, is_gated_test, spots
from tests.mutation.mutants import Mutant

THROUGH = """\
def _through(inner):
    def outer(*args, **kwargs):
        return inner(*args, **kwargs)

    return outer

"""
Change = Callable[[Source, Spot], str | None]


def rewrites(texts: Mapping[str, str]) -> Iterator[Mutant]:
    """Return every harmless edit at every wait of the files."""
    files = {file: Source.of(text) for file, text in sorted(texts.items()) if any(word in text for word in WAITS)}
    waiting = helpers(source.tree for source in files.values())
    for file, source in files.items():
        for spot in spots(source.tree, waiting):
            for kind, change in KINDS:
                new = change(source, spot) if spot.role in {Role.WAIT, Role.HELP} else None
                if new is not None:
                    yield Mutant(kind, file, spot.statement.lineno, spot.symbol, frozenset({spot.symbol}), new)


def together(texts: Mapping[str, str], change: Change) -> dict[str, str]:
    """Return the files with one kind of edit at every wait at once, as far as they differ."""
    files = {file: Source.of(text) for file, text in sorted(texts.items()) if any(word in text for word in WAITS)}
    waiting = helpers(source.tree for source in files.values())
    changed = {file: _everywhere(source, waiting, change) for file, source in files.items()}
    return {file: text for file, text in changed.items() if text != texts[file]}


def _everywhere(source: Source, waiting: frozenset[str], change: Change) -> str:
    """From the last place to the first, since an edit leaves the places in front of it as they are."""
    for position in reversed(range(len(spots(source.tree, waiting)))):
        spot = spots(source.tree, waiting)[position]
        new = change(source, spot) if spot.role in {Role.WAIT, Role.HELP} else None
        source = source if new is None else Source.of(new)
    return source.text


def local_counter(source: Source, spot: Spot) -> str | None:
    """The counter is taken into a variable, by name and with None where there is none."""
    parts = _two_lines(spot)
    if parts is None:
        return None
    counter, call = parts
    column = " " * spot.statement.col_offset
    index = source.segment(call.args[0])
    owner, name = source.segment(counter.value), counter.attr
    return source.replace(
        spot.statement,
        f'kept = getattr({owner}, "{name}", None)\n{column}if kept is not None:\n{column}    kept.wait_until({index})',
    )


def turned_round(source: Source, spot: Spot) -> str | None:
    """A helper leaves early where there is no counter."""
    parts = _two_lines(spot)
    if parts is None or not spot.is_helper:
        return None
    counter, call = parts
    column = " " * spot.statement.col_offset
    leave = f"if {source.segment(counter)} is None:\n{column}    return\n{column}{source.segment(call)}"
    return source.replace(spot.statement, leave)


def extracted(source: Source, spot: Spot) -> str | None:
    """The wait moves into a method of its own."""
    parts = _two_lines(spot)
    names = [each.arg for each in spot.function.args.args]
    if parts is None or spot.owner is None or spot.is_helper or names[:1] != ["self"] or not _is_of_self(parts[0]):
        return None
    index = source.segment(parts[1].args[0])
    column = " " * spot.function.col_offset
    counter = source.segment(parts[0])
    name = f"_held_back_{spot.statement.lineno}"
    helper = (
        f"\n{column}def {name}(self, event):\n{column}    if {counter} is not None:\n"
        f"{column}        {counter}.wait_until(event)\n"
    )
    longer = Source.of(source.insert_after(spot.function, helper))
    return longer.replace(spot.statement, f"self.{name}({index})")


def inlined(source: Source, spot: Spot) -> str | None:
    """The call of a helper gives way to what the helper does."""
    call = spot.core
    if spot.role is not Role.HELP or spot.owner is None or not isinstance(call, ast.Call):
        return None
    assert isinstance(call.func, ast.Attribute)
    helper = next(
        (s for s in spots(source.tree, frozenset()) if s.is_helper and _is(s, spot.owner, call.func.attr)), None
    )
    parts = _two_lines(helper) if helper else None
    if helper is None or parts is None or len(helper.function.args.args) != 2 or len(call.args) != 1:
        return None
    column = " " * spot.statement.col_offset
    index, given = helper.function.args.args[1].arg, source.segment(call.args[0])
    test = f"{given} - self.start_layer" if source.segment(parts[1].args[0]) == f"{index} - self.start_layer" else None
    if test is None or source.segment(call.func.value) != "self":
        return None
    counter = source.segment(parts[0])
    return source.replace(spot.statement, f"if {counter} is not None:\n{column}    {counter}.wait_until({test})")


def renamed(source: Source, spot: Spot) -> str | None:
    """The index is computed ahead, into a variable."""
    parts = _two_lines(spot)
    if parts is None:
        return None
    index = parts[1].args[0]
    shorter = Source.of(source.replace(index, "event"))
    return shorter.insert_before(spot.statement, f"event = {source.segment(index)}")


def decorated(source: Source, spot: Spot) -> str | None:
    """A decorator calls through."""
    if spot.function.decorator_list or spot.owner is None:
        return None
    above = Source.of(source.insert_before(spot.function, "@_through"))
    return above.insert_before(next(each for each in above.tree.body if _holds(each, spot)), THROUGH)


def commented(source: Source, spot: Spot) -> str:
    """Comments and empty lines stand around it."""
    return source.insert_before(spot.statement, "# The load of this layer comes first.\n\n# Then the read.")


def annotated(source: Source, spot: Spot) -> str | None:
    """The function says what it takes and returns."""
    bare = [each for each in spot.function.args.args if each.annotation is None and each.arg != "self"]
    if not bare:
        return None
    return source.replace(bare[0], f'{bare[0].arg}: "Any"')


def moved(source: Source, spot: Spot) -> str | None:
    """The method stands at the end of its class."""
    if spot.owner is None or spot.function.decorator_list or spot.owner.body[-1] is spot.function:
        return None
    column = " " * spot.function.col_offset
    text = f"\n{column}{source.segment(spot.function)}\n"
    if any(
        isinstance(each, ast.FunctionDef) and each.name == spot.function.name and each is not spot.function
        for each in spot.owner.body
    ):
        return None
    longer = Source.of(source.insert_after(spot.owner, text))
    return longer.replace(spot.function, "pass")


def _two_lines(spot: Spot) -> tuple[ast.Attribute, ast.Call] | None:
    """Return counter and call of a wait under the test for its own counter."""
    node = spot.statement
    if spot.role is not Role.WAIT or not isinstance(node, ast.If) or not isinstance(spot.core, ast.Call):
        return None
    assert isinstance(node.test, ast.Compare)
    counter = node.test.left
    func = spot.core.func
    same = isinstance(func, ast.Attribute) and ast.dump(func.value) == ast.dump(counter)
    return (counter, spot.core) if is_gated_test(node.test) and same and isinstance(counter, ast.Attribute) else None


def _is_of_self(counter: ast.Attribute) -> bool:
    node: ast.expr = counter
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def _is(spot: Spot, owner: ast.ClassDef, name: str) -> bool:
    return spot.owner is owner and spot.function.name == name


def _holds(node: ast.stmt, spot: Spot) -> bool:
    return isinstance(node, ast.ClassDef) and spot.owner is not None and node.name == spot.owner.name


KINDS: tuple[tuple[str, Change], ...] = (
    ("local counter", local_counter),
    ("turned round", turned_round),
    ("extracted", extracted),
    ("inlined", inlined),
    ("renamed", renamed),
    ("decorated", decorated),
    ("commented", commented),
    ("annotated", annotated),
    ("moved", moved),
)
