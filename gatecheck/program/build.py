"""From the facts of all files to a linked program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import is_function
from gatecheck.program.link import ClassInfo, FunctionInfo, ModuleInfo, Program, linear_order, module_parts
from gatecheck.program.tuples import named_tuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def link(files: Iterable[r.FileFacts]) -> Program:
    """Link the facts of all files."""
    program = Program()
    for facts in files:
        program.add_module(_module(program, facts))
    _resolve_bases(program)
    for info in program.classes.values():
        info.aliases = dict(_aliases(program, info))
    return program


def flatten(body: tuple[r.Stmt, ...]) -> Iterator[r.Stmt]:
    """The statements of a module or class body, those under ``if``, ``try`` and ``with`` included."""
    for statement in body:
        yield statement
        if isinstance(statement, r.If):
            yield from flatten(statement.body)
            yield from flatten(statement.orelse)
        elif isinstance(statement, r.Try):
            yield from flatten(statement.body)
            for handler in statement.handlers:
                yield from flatten(handler.body)
            yield from flatten(statement.orelse)
            yield from flatten(statement.final)
        elif isinstance(statement, r.With):
            yield from flatten(statement.body)


def _module(program: Program, facts: r.FileFacts) -> ModuleInfo:
    module = ModuleInfo(facts.path, module_parts(facts.path), {}, [], facts.body)
    for statement in flatten(facts.body):
        if isinstance(statement, r.Import):
            _imports(module, statement)
        elif is_function(statement):
            info = _function(program, facts.path, statement, None)
            module.names.setdefault(statement.name, []).append(info)
        elif isinstance(statement, r.ClassDef):
            module.names.setdefault(statement.name, []).append(_class(program, facts.path, statement, statement.name))
        elif isinstance(statement, r.Assign) and statement.value is not None:
            for target in statement.targets:
                if isinstance(target, r.Name):
                    module.names.setdefault(target.id, []).append(
                        _made(program, facts.path, target.id, statement.value)
                    )
    return module


def _made(program: Program, path: str, name: str, value: r.Expr) -> ClassInfo | r.Expr:
    """What a module's name stands for: a class, where a call makes one."""
    record = named_tuple(name, value)
    return _class(program, path, record, name) if record is not None else value


def _imports(module: ModuleInfo, statement: r.Import) -> None:
    for binding in statement.bindings:
        if binding.bound == "*":
            module.stars.append(binding)
        else:
            module.names.setdefault(binding.bound, []).append(binding)


def _unique(taken: dict[str, object], key: str) -> str:
    count = 2
    unique = key
    while unique in taken:
        unique = f"{key}#{count}"
        count += 1
    return unique


def _function(program: Program, path: str, record: r.Function, owner: ClassInfo | None) -> FunctionInfo:
    symbol = f"{owner.name}.{record.name}" if owner else record.name
    key = _unique(program.functions, f"{path}::{symbol}")  # type: ignore[arg-type]
    info = FunctionInfo(key, path, symbol, record, owner.key if owner else None)
    program.functions[key] = info
    return info


def _class(program: Program, path: str, record: r.ClassDef, qualified: str) -> ClassInfo:
    key = _unique(program.classes, f"{path}::{qualified}")  # type: ignore[arg-type]
    info = ClassInfo(key, path, record.name, record, {}, {}, [])
    program.classes[key] = info
    for statement in flatten(record.body):
        if is_function(statement):
            if _is_accessor(statement, "setter"):
                info.setters[statement.name] = _function(program, path, statement, info)
            if _is_accessor(statement, "setter") or _is_accessor(statement, "deleter"):
                continue
            info.methods[statement.name] = _function(program, path, statement, info)
        elif isinstance(statement, r.ClassDef):
            nested = _class(program, path, statement, f"{qualified}.{statement.name}")
            nested.outer = info.key
            info.statics[statement.name] = r.Const("class:" + nested.key)
        elif isinstance(statement, r.Assign):
            _class_assign(info, statement)
    return info


def _class_assign(info: ClassInfo, statement: r.Assign) -> None:
    if statement.annotation is not None:
        info.fields.append(statement)
    if statement.value is not None:
        for target in statement.targets:
            if isinstance(target, r.Name):
                info.statics[target.id] = statement.value


def _is_accessor(function: r.Function, kind: str) -> bool:
    """Whether a function is a setter or a deleter of a property, which is read as before."""
    return any(isinstance(d, r.Attr) and d.name == kind for d in function.decorators)


def _resolve_bases(program: Program) -> None:
    bases: dict[str, list[str]] = {}
    for info in program.classes.values():
        known: list[str] = []
        external: list[str] = []
        for base in info.record.bases:
            found = _sibling(program, info, base) or program.class_of(info.path, base)
            if found is not None:
                known.append(found.key)
            else:
                external.append(_dotted(base))
        bases[info.key] = known
        info.external_bases = tuple(external)
    done: dict[str, tuple[str, ...]] = {}
    for info in program.classes.values():
        info.mro = linear_order(bases, info.key, done)
        for ancestor in info.mro:
            program.heirs.setdefault(ancestor, set()).add(info.key)


def _aliases(program: Program, info: ClassInfo) -> Iterator[tuple[str, FunctionInfo]]:
    """The functions that stand in a class under another name: its own, of its module, or of another class."""
    for name, value in info.statics.items():
        if name in info.methods:
            continue
        found: object = None
        if isinstance(value, r.Name):
            found = info.methods.get(value.id) or program.lookup(info.path, value.id)
        elif isinstance(value, r.Attr) and isinstance(value.value, r.Name):
            cls = program.class_of(info.path, value.value)
            found = program.method(cls.key, value.name) if cls is not None else None
        if isinstance(found, FunctionInfo):
            yield name, found


def _sibling(program: Program, info: ClassInfo, base: r.Expr) -> ClassInfo | None:
    """A base that is nested in the same class."""
    if info.outer is None or not isinstance(base, r.Name):
        return None
    static = program.classes[info.outer].statics.get(base.id)
    if isinstance(static, r.Const) and isinstance(static.value, str) and static.value.startswith("class:"):
        return program.classes[static.value.removeprefix("class:")]
    return None


def _dotted(expr: r.Expr) -> str:
    if isinstance(expr, r.Attr):
        return f"{_dotted(expr.value)}.{expr.name}"
    if isinstance(expr, r.Name):
        return expr.id
    return _dotted(expr.value) if isinstance(expr, r.Sub) else "?"
