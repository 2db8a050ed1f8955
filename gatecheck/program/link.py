"""The linked program: modules, classes and functions of all files, found by name and by import.

Imports resolve by the longest matching suffix of the module path under the scanned roots, so that a part of a package,
two single files, or a fork under another name link as well as the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import stored_of
from gatecheck.program.bodies import Bodies
from gatecheck.program.keepers import Keepers
from gatecheck.program.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from gatecheck.program.bodies import Body

_MOST_NAMES = 12
"""Names that a class may go by, each for the next."""


class FunctionInfo(msgspec.Struct, frozen=True, gc=False):
    """A function with its place in the program. ``owner`` is the key of its class; nested ones have ``outer``."""

    key: str
    path: str
    symbol: str
    record: r.Function
    owner: str | None = None
    outer: str | None = None


class ClassInfo(msgspec.Struct):
    """A class; ``mro`` holds class keys, itself first, filled in by :func:`link`.

    ``aliases`` are functions that its body gives another name, or takes from elsewhere: methods under that name.
    ``setters`` are what its properties run when something is stored in them.
    """

    key: str
    path: str
    name: str
    record: r.ClassDef
    methods: dict[str, FunctionInfo]
    statics: dict[str, r.Expr]
    fields: list[r.Assign]
    outer: str | None = None
    mro: tuple[str, ...] = ()
    external_bases: tuple[str, ...] = ()
    aliases: dict[str, FunctionInfo] = msgspec.field(default_factory=dict)
    setters: dict[str, FunctionInfo] = msgspec.field(default_factory=dict)

    def declared(self, name: str) -> list[r.Assign]:
        """The fields of this name that the class itself has."""
        return [field for field in self.fields if any(isinstance(t, r.Name) and t.id == name for t in field.targets)]


Target = Union[FunctionInfo, ClassInfo, r.Binding, r.Expr]


class ModuleInfo(msgspec.Struct):
    """A module: what each of its names can be, in source order; ``parts`` is its dotted path under the root."""

    path: str
    parts: tuple[str, ...]
    names: dict[str, list[Target]]
    stars: list[r.Binding]
    body: tuple[r.Stmt, ...]


class Program:
    """All files, linked."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleInfo] = {}
        self.classes: dict[str, ClassInfo] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self.heirs: dict[str, set[str]] = {}
        # What is asked of the files that were left out when there are any.
        self.is_named_elsewhere: Callable[[frozenset[str]], bool] = _is_nothing_left_out
        self._by_last: dict[str, list[ModuleInfo]] = {}
        self._found: dict[tuple[str, int, str], ModuleInfo | None] = {}
        self._targets: dict[tuple[str, str], Target | ModuleInfo | None] = {}
        self._words = Words(self.functions)
        self._bodies = Bodies()
        self.keepers = Keepers(self)
        self._annotations: dict[tuple[str, str], list[tuple[str, r.Expr | None]]] = {}
        self._storing: dict[tuple[str, str], tuple[FunctionInfo, ...]] = {}

    def having(self, words: Collection[str]) -> list[FunctionInfo]:
        """The functions that may hold one of these words, in order; what they do with it is for the caller to see."""
        return self._words.having(words)

    def body(self, info: FunctionInfo) -> Body:
        """What stands in a function, by kind."""
        return self._bodies.of(info.record)

    def add_module(self, module: ModuleInfo) -> None:
        """Enter a module into the index that imports are resolved by."""
        self.modules[module.path] = module
        if module.parts:
            self._by_last.setdefault(module.parts[-1], []).append(module)

    def find_module(self, dotted: str, level: int, importer: str) -> ModuleInfo | None:
        """The module that an import means, None where no scanned file can be it."""
        key = (dotted, level, importer)
        if key not in self._found:
            self._found[key] = self._find_module(dotted, level, importer)
        return self._found[key]

    def _find_module(self, dotted: str, level: int, importer: str) -> ModuleInfo | None:
        home = self.modules[importer]
        wanted = tuple(p for p in dotted.split(".") if p)
        folder = home.parts if importer.endswith("__init__.py") else home.parts[:-1]
        if level:
            full = folder[: len(folder) - (level - 1)] + wanted
            matches = [m for m in self._by_last.get(full[-1], []) if m.parts == full] if full else []
            return matches[0] if matches else None
        best: tuple[int, int] = (0, 0)
        found: ModuleInfo | None = None
        for module in self._by_last.get(wanted[-1], []) if wanted else []:
            common = _common_suffix(module.parts, wanted)
            whole = common == min(len(module.parts), len(wanted))
            sibling = module.parts[:-1] == folder
            if not (whole or common >= 2) or (common == 1 and len(module.parts) > 1 and not sibling):
                continue
            if common == 1 and len(wanted) > 1 and len(module.parts) > 1:
                continue
            rank = (common, _common_prefix(module.parts, home.parts))
            if rank > best:
                best, found = rank, module
        return found

    def lookup(self, path: str, name: str) -> Target | ModuleInfo | None:
        """What a module-level name stands for: the first of its bindings that some scanned file defines."""
        key = (path, name)
        if key not in self._targets:
            self._targets[key] = self._lookup(path, name, 0)
        return self._targets[key]

    def _lookup(self, path: str, name: str, depth: int) -> Target | ModuleInfo | None:
        module = self.modules.get(path)
        if module is None or depth > 12:
            return None
        fallback: Target | None = None
        for target in module.names.get(name, ()):
            if isinstance(target, r.Binding):
                found = self.follow(target, path, depth)
                if found is not None:
                    return found
                fallback = fallback or target
            elif isinstance(target, (FunctionInfo, ClassInfo)):
                return target
            else:
                fallback = fallback if fallback is not None and not _is_none(fallback) else target
        if fallback is not None:
            return fallback
        for star in module.stars:
            source = self.find_module(star.module, star.level, path)
            if source is not None and source.path != path:
                found = self._lookup(source.path, name, depth + 1)
                if found is not None:
                    return found
        return None

    def follow(self, binding: r.Binding, path: str, depth: int = 0) -> Target | ModuleInfo | None:
        """What an import binding stands for, None where it comes from outside."""
        if binding.name is None:
            return self.find_module(binding.module, binding.level, path)
        source = self.find_module(binding.module, binding.level, path)
        if source is not None:
            found = self._lookup(source.path, binding.name, depth + 1) if source.path != path else None
            if found is not None:
                return found
        dotted = f"{binding.module}.{binding.name}" if binding.module else binding.name
        return self.find_module(dotted, binding.level, path)

    def class_of(self, path: str, expr: r.Expr, names: int = _MOST_NAMES) -> ClassInfo | None:
        """The class that a plain expression names, by way of some other names at most: they may go round in a ring."""
        target: object = None
        if isinstance(expr, r.Name):
            target = self.lookup(path, expr.id)
        elif isinstance(expr, r.Attr) and isinstance(expr.value, r.Name):
            module = self.lookup(path, expr.value.id)
            if isinstance(module, ModuleInfo):
                target = self.lookup(module.path, expr.name)
        elif isinstance(expr, r.Sub):
            return self.class_of(path, expr.value, names)
        if isinstance(target, r.Name) and names > 0:
            return self.class_of(path, target, names - 1)
        return target if isinstance(target, ClassInfo) else None

    def method(self, class_key: str, name: str, after: str | None = None) -> FunctionInfo | None:
        """The method that a lookup on an object of the class finds, after class ``after`` for ``super()``."""
        mro = self.classes[class_key].mro
        if after is not None and after in mro:
            mro = mro[mro.index(after) + 1 :]
        for key in mro:
            info = self.classes[key]
            found = info.methods.get(name) or info.aliases.get(name)
            if found is not None:
                return found
        return None

    def storing(self, class_key: str, name: str) -> tuple[FunctionInfo, ...]:
        """The methods of a class itself that assign to attributes of this name."""
        known = self._storing.get((class_key, name))
        if known is None:
            methods = self.classes[class_key].methods.values()
            known = tuple(method for method in methods if stored_of(method.record, {name}))
            self._storing[class_key, name] = known
        return known

    def setter(self, class_key: str, name: str) -> FunctionInfo | None:
        """What runs on an object of the class when something is stored in a property: the nearest class decides."""
        infos = (self.classes[key] for key in self.classes[class_key].mro)
        found = next((i for i in infos if name in i.setters or name in i.methods or name in i.statics), None)
        return found.setters.get(name) if found is not None else None

    def annotations(self, class_key: str, name: str) -> list[tuple[str, r.Expr | None]]:
        """What a class and its bases annotate a field with, the nearest first, each with the file it stands in."""
        known = self._annotations.get((class_key, name))
        if known is None:
            infos = [self.classes[key] for key in self.classes[class_key].mro]
            known = [(info.path, field.annotation) for info in infos for field in info.declared(name)]
            self._annotations[class_key, name] = known
        return known

    def is_a(self, class_key: str, base: str) -> bool:
        """Whether a class is another one or inherits from it."""
        return base in self.classes[class_key].mro


def _is_nothing_left_out(_words: frozenset[str]) -> bool:
    return False


def _is_none(target: Target) -> bool:
    return isinstance(target, r.Const)


def _common_suffix(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    count = 0
    for a, b in zip(reversed(left), reversed(right), strict=False):
        if a != b:
            break
        count += 1
    return count


def _common_prefix(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def module_parts(path: str) -> tuple[str, ...]:
    """The dotted path of a file under the root; a package stands for its ``__init__``."""
    parts = tuple(path.removesuffix(".py").split("/"))
    return parts[:-1] if parts[-1] == "__init__" else parts


def linear_order(
    bases: dict[str, list[str]], key: str, done: dict[str, tuple[str, ...]] | None = None
) -> tuple[str, ...]:
    """The C3 order of a class; where there is none (cycles, conflicts), depth first without repeats.

    ``done`` keeps the orders of other classes of the same program between calls.
    """
    return _order(bases, key, {} if done is None else done, ())


def _order(
    bases: dict[str, list[str]], key: str, done: dict[str, tuple[str, ...]], path: tuple[str, ...]
) -> tuple[str, ...]:
    if key in path:
        return ()
    if key not in done:
        parents = bases.get(key, [])
        lines = [list(_order(bases, parent, done, (*path, key))) for parent in parents]
        done[key] = (key, *_merge([*lines, list(parents)], key))
    return done[key]


def _merge(lines: list[list[str]], name: str) -> Iterable[str]:
    merged: list[str] = []
    lines = [line for line in lines if line]
    while lines:
        head = next((line[0] for line in lines if not any(line[0] in other[1:] for other in lines)), lines[0][0])
        if head not in merged and head != name:
            merged.append(head)
        lines = [[k for k in line if k != head] for line in lines]
        lines = [line for line in lines if line]
    return merged
