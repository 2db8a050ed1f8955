"""Where code speaks of something: in functions with what it stands in, and in what a tree holds beside its functions.

Annotations say what a value is and give it to nobody: they are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_mention, is_function
from gatecheck.facts.visit import children
from gatecheck.program.build import flatten
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import ClassInfo, Program

_LISTS_OF_NAMES = frozenset({"__all__", "__slots__"})


class Scene(msgspec.Struct, frozen=True):
    """What a function holds, its decorators and defaults included; ``parents`` by identity."""

    nodes: tuple[msgspec.Struct, ...]
    parents: dict[int, msgspec.Struct]


class Apart(msgspec.Struct, frozen=True):
    """What stands outside of functions: variables, attributes, strings that can be names, names bound by others."""

    names: frozenset[str]
    attrs: frozenset[str]
    texts: frozenset[str]
    renamed: frozenset[str]


class Mentions:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._scenes: dict[str, Scene] = {}
        self._known = {id(info.record) for info in program.functions.values() if info.outer is None}
        self._accessors = tuple(self._find_accessors())
        self._apart: Apart | None = None

    def having(self, words: frozenset[str]) -> list[FunctionInfo]:
        """The functions that may hold one of these words; setters and deleters are among them."""
        others = [info for info in self._accessors if can_mention(info.record, words)]
        return [*self._program.having(words), *others]

    def methods(self, cls: ClassInfo) -> list[FunctionInfo]:
        """Every method of a class and of its bases, those of the same name included."""
        everything = (*self._program.functions.values(), *self._accessors)
        return [info for info in everything if info.owner in cls.mro]

    def scene(self, info: FunctionInfo) -> Scene:
        """What a function holds."""
        if info.key not in self._scenes:
            record = info.record
            self._scenes[info.key] = _scene((*record.decorators, *record.params, *record.body))
        return self._scenes[info.key]

    @property
    def apart(self) -> Apart:
        """What stands outside of functions in the whole tree."""
        if self._apart is None:
            self._apart = self._find_apart()
        return self._apart

    def _find_accessors(self) -> Iterator[FunctionInfo]:
        """The methods that are no functions of the program, since another one has their name."""
        for cls in self._program.classes.values():
            for number, statement in enumerate(flatten(cls.record.body)):
                if is_function(statement) and id(statement) not in self._known:
                    symbol = f"{cls.name}.{statement.name}"
                    yield FunctionInfo(f"{cls.key}.{statement.name}/{number}", cls.path, symbol, statement, cls.key)

    def _find_apart(self) -> Apart:
        names: set[str] = set()
        attrs: set[str] = set()
        texts: set[str] = set()
        renamed: set[str] = set()
        for module in self._program.modules.values():
            for node in self._around_functions(module.body):
                if isinstance(node, r.Name):
                    names.add(node.id)
                elif isinstance(node, r.Attr):
                    attrs.add(node.name)
                elif isinstance(node, r.Const) and isinstance(node.value, str):
                    texts.update(named_by(node.value))
                elif isinstance(node, r.Binding) and node.name is not None and node.bound != node.name:
                    renamed.add(node.name)
        return Apart(frozenset(names), frozenset(attrs), frozenset(texts), frozenset(renamed))

    def _around_functions(self, body: tuple[r.Stmt, ...]) -> Iterator[msgspec.Struct]:
        stack: list[msgspec.Struct] = [*body]
        while stack:
            node = stack.pop()
            if id(node) not in self._known and not _lists_names(node):
                yield node
                stack += heard(node)


def heard(node: msgspec.Struct) -> Iterable[msgspec.Struct]:
    """What stands directly inside something, annotations left out."""
    if isinstance(node, r.Assign):
        return (*node.targets, *(() if node.value is None else (node.value,)))
    if isinstance(node, r.Param):
        return () if node.default is None else (node.default,)
    if isinstance(node, r.Function):
        return (*node.decorators, *node.params, *node.body)
    return children(node)


def named_by(text: str) -> tuple[str, ...]:
    """The names that a string can stand for: one, or several with dots or colons between them."""
    parts = text.replace(":", ".").split(".")
    return tuple(parts) if all(part.isidentifier() for part in parts) else ()


def _scene(roots: tuple[msgspec.Struct, ...]) -> Scene:
    nodes: list[msgspec.Struct] = []
    parents: dict[int, msgspec.Struct] = {}
    stack = [*roots]
    while stack:
        node = stack.pop()
        nodes.append(node)
        for child in heard(node):
            parents[id(child)] = node
            stack.append(child)
    return Scene(tuple(nodes), parents)


def _lists_names(node: msgspec.Struct) -> bool:
    """Whether something only lists names, for imports or for Python itself."""
    return isinstance(node, r.Assign) and any(isinstance(t, r.Name) and t.id in _LISTS_OF_NAMES for t in node.targets)
