"""Where a file waits for a load, registers a counter, or selects a consumer, as statements with their lines."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

WAITS = frozenset({"wait_until"})
REGISTERS = frozenset({"register_layer_transfer_counter"})
ARMS = frozenset({"set_consumer", "set_hicache_consumer"})
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


class Role(str, Enum):
    """What a statement does for the protocol."""

    WAIT = "wait"
    HELP = "help"
    REGISTER = "register"
    KEEP = "keep"
    ARM = "arm"


@dataclass(frozen=True)
class Spot:
    """A statement of a function: the call or assignment in it is what matters, for a wait with the test around it."""

    role: Role
    statement: ast.stmt
    core: ast.Call | ast.Assign
    function: AnyFunction
    owner: ast.ClassDef | None

    @property
    def symbol(self) -> str:
        """Return the name that findings give the function."""
        return f"{self.owner.name}.{self.function.name}" if self.owner else self.function.name

    @property
    def is_helper(self) -> bool:
        """Whether the function does nothing else than wait."""
        return _without_docstring(self.function) == [self.statement]


def spots(tree: ast.Module, waiting: frozenset[str]) -> tuple[Spot, ...]:
    """Return the places of a module, in the order of the text; ``waiting`` are the helpers."""
    functions = tuple(_functions(tree))
    found = [spot for owner, function in functions for spot in _waits(owner, function)]
    found += [spot for owner, function in functions for spot in _others(owner, function, waiting)]
    return tuple(sorted(found, key=lambda spot: spot.statement.lineno))


def helpers(trees: Iterable[ast.Module]) -> frozenset[str]:
    """Return the names of the methods that wait and do nothing else."""
    functions = [each for tree in trees for each in _functions(tree)]
    return frozenset(spot.function.name for each in functions for spot in _waits(*each) if spot.is_helper)


def is_gated_test(test: ast.expr) -> bool:
    """Tell whether a test asks for the counter alone: no counter, nothing to wait for."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.IsNot)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
    )


def _functions(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | None, AnyFunction]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((node, each) for each in node.body if isinstance(each, AnyFunction))
        elif isinstance(node, AnyFunction):
            yield None, node


def _waits(owner: ast.ClassDef | None, function: AnyFunction) -> Iterator[Spot]:
    every = tuple(_statements(function))
    inner = {id(each.orelse[0]) for each in every if isinstance(each, ast.If) and len(each.orelse) == 1}
    whole = [each for each in every if id(each) not in inner and _is_test_around_wait(each)]
    covered = {id(each.body[0]) for each in whole if isinstance(each, ast.If)}
    for statement in every:
        core = statement.body[0] if isinstance(statement, ast.If) and statement in whole else statement
        call = _called(core, WAITS)
        if call is not None and id(statement) not in covered:
            yield Spot(Role.WAIT, statement, call, function, owner)


def _is_test_around_wait(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.If)
        and is_gated_test(statement.test)
        and len(statement.body) == 1
        and not statement.orelse
        and _called(statement.body[0], WAITS) is not None
    )


def _others(owner: ast.ClassDef | None, function: AnyFunction, names_of_helpers: frozenset[str]) -> Iterator[Spot]:
    roles = ((Role.HELP, names_of_helpers), (Role.REGISTER, REGISTERS), (Role.ARM, ARMS))
    for statement in _statements(function):
        for role, names in roles:
            call = _called(statement, names)
            if call is not None:
                yield Spot(role, statement, call, function, owner)
        if function.name in REGISTERS and isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
            yield Spot(Role.KEEP, statement, statement, function, owner)


def _called(statement: ast.stmt, names: frozenset[str]) -> ast.Call | None:
    """Return the call that the whole statement is, if it goes to one of these methods with an argument."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    named = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in names
    return call if isinstance(call, ast.Call) and named and call.args else None


def _statements(function: AnyFunction) -> Iterator[ast.stmt]:
    return (node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function)


def _without_docstring(function: AnyFunction) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) else function.body
