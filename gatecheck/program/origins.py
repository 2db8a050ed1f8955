"""Where a value comes from: what a name, an attribute, a parameter or a call was given, one step back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, called_name, called_of, decorator_names, is_name, walk_all
from gatecheck.program.attributes import Attributes
from gatecheck.program.link import ClassInfo, FunctionInfo, ModuleInfo
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from gatecheck.program.link import Program

Origin = tuple[r.Expr, FunctionInfo]
_MAX_CLASSES = 3
_UNPACKED = 4


class Origins:
    """Answers for one program. Nothing is interpreted: this looks at what is written down."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.attributes = Attributes(program)
        # Answers, and None for a question that is being answered: a value that comes from itself comes from nowhere.
        self._callees: dict[tuple[str, int], FunctionInfo | None] = {}
        self._known: dict[tuple[str, r.Expr], list[ClassInfo]] = {}
        self._callers: dict[str, list[FunctionInfo]] = {}
        self._constructed: dict[tuple[str, int], list[tuple[FunctionInfo, r.Call]]] = {}

    def of(self, expr: r.Expr, info: FunctionInfo) -> list[Origin]:
        """The expressions that a value can come from, each with the function it stands in."""
        expr = as_attribute(expr)
        if isinstance(expr, r.Walrus):
            return [(expr.value, info)]
        if isinstance(expr, r.Name):
            found = [(value, info) for value in reaching(info.record, expr)]
            return [*found, *self._taken_apart(info, expr.id), *self.arguments(info, expr.id)]
        if isinstance(expr, r.Attr):
            return [origin for cls in self.classes(expr.value, info) for origin in self._attribute(cls, expr.name)]
        if isinstance(expr, r.Call):
            callee = self.callee(info, expr)
            return self._returned(callee) if callee is not None and callee.record.name != "__init__" else []
        return []

    def _taken_apart(self, info: FunctionInfo, name: str) -> list[Origin]:
        """What a name takes of several values that are assigned at once: as they stand there, or as a call returns."""
        return [
            origin
            for node in self.program.body(info).assigns
            if node.value is not None
            for target in node.targets
            if isinstance(target, r.Seq) and (place := _place_in(target, name)) is not None
            for origin in self._at_place(node.value, place, len(target.items), info)
        ]

    def _at_place(self, value: r.Expr, place: int, count: int, info: FunctionInfo) -> list[Origin]:
        sources = self.of(value, info) if isinstance(value, r.Call) else [(value, info)]
        seqs = ((one, owner) for one, owner in sources if isinstance(one, r.Seq) and len(one.items) == count)
        return [(one.items[place], owner) for one, owner in seqs]

    def writers(self, expr: r.Name | r.Attr, info: FunctionInfo) -> list[FunctionInfo]:
        """The functions that may put something into a collection under this name."""
        if isinstance(expr, r.Attr) and info.owner is not None:
            return [m for key in self.program.classes[info.owner].mro for m in self._methods(key)]
        return [info]

    def arguments(self, info: FunctionInfo, name: str) -> list[Origin]:
        """What callers pass for a parameter."""
        if all(p.name != name for p in info.record.params):
            return []
        return [
            origin
            for caller, node in self._calls_of(info)
            for origin in [(value, caller) for value in passed(info, node, name)]
            or self._unpacked_for(node, name, caller, _UNPACKED)
        ]

    def _calls_of(self, info: FunctionInfo) -> list[tuple[FunctionInfo, r.Call]]:
        return [
            (caller, node)
            for caller in self.callers(info)
            for node in self.program.body(caller).calls
            if any(each is info for each in self.entered(caller, node))
        ]

    def _unpacked_for(self, node: r.Call, name: str, caller: FunctionInfo, depth: int) -> list[Origin]:
        """What the ``**`` of a call holds for a parameter: under a key that is written down, or as it was passed on."""
        return [origin for arg in node.args if arg.stars == 2 for origin in self._under(arg.value, name, caller, depth)]

    def _under(self, table: r.Expr, name: str, info: FunctionInfo, depth: int) -> list[Origin]:
        if isinstance(table, r.DictLit):
            pairs = zip(table.keys, table.values, strict=True)
            return [(value, info) for key, value in pairs if isinstance(key, r.Const) and key.value == name]
        if isinstance(table, r.Call) and called_name(table) == "dict":
            return [(arg.value, info) for arg in table.args if arg.name == name]
        if not isinstance(table, r.Name) or depth == 0:
            return []
        if any(p.name == table.id and p.kind == "kwargs" for p in info.record.params):
            return [
                origin
                for caller, node in self._calls_of(info)
                for origin in [(arg.value, caller) for arg in node.args if arg.name == name]
                or self._unpacked_for(node, name, caller, depth - 1)
            ]
        return [o for value in reaching(info.record, table) for o in self._under(value, name, info, depth - 1)]

    def callers(self, info: FunctionInfo) -> list[FunctionInfo]:
        """The functions that mention the name by which a function is called."""
        if info.key not in self._callers:
            self._callers[info.key] = self._find_callers(info)
        return self._callers[info.key]

    def _find_callers(self, info: FunctionInfo) -> list[FunctionInfo]:
        label = self._label(info)
        if info.record.name != "__init__" or info.owner is None:
            return [i for i in self.program.having({label}) if called_of(i.record, {label})]
        heirs = self.program.heirs.get(info.owner, set())
        makers = {self.program.classes[heir].name for heir in heirs}
        made = [i for i in self.program.having(makers) if called_of(i.record, makers)]
        inits = [i for heir in heirs if (i := self.program.classes[heir].methods.get("__init__")) is not None]
        return [*made, *(i for i in inits if i not in made)]

    def _label(self, info: FunctionInfo) -> str:
        named_by_class = info.owner is not None and info.record.name == "__init__"
        return self.program.classes[info.owner].name if named_by_class and info.owner else info.record.name

    # -- attributes --------------------------------------------------------------------------------------------------

    def classes(self, expr: r.Expr, info: FunctionInfo) -> list[ClassInfo]:
        """The classes that the object of an expression can have, as far as they are written down near it."""
        key = (info.key, expr)
        if key not in self._known:
            self._known[key] = []
            found = self._find_classes(expr, info)
            self._known[key] = list({c.key: c for c in found}.values())[:_MAX_CLASSES]
        return self._known[key]

    def _find_classes(self, expr: r.Expr, info: FunctionInfo) -> list[ClassInfo]:
        program, expr = self.program, as_attribute(expr)
        if isinstance(expr, r.Name):
            if info.owner is not None and info.record.params[:1] and info.record.params[0].name == expr.id:
                return [program.classes[info.owner]]
            named = self._named(next((p.annotation for p in info.record.params if p.name == expr.id), None), info.path)
            return named or [c for value in reaching(info.record, expr) for c in self.classes(value, info)]
        if isinstance(expr, r.Walrus):
            return self.classes(expr.value, info)
        if isinstance(expr, r.Call):
            made = program.class_of(info.path, expr.func)
            callee = self.callee(info, expr) if made is None else None
            if callee is None:
                return [made] if made is not None else []
            return self._named(callee.record.returns, callee.path) or self._classes_of(self._returned(callee))
        if isinstance(expr, r.Attr):
            return [
                found
                for cls in self.classes(expr.value, info)
                for found in self._classes_of(self._attribute(cls, expr.name))
            ]
        return []

    def _classes_of(self, origins: list[Origin]) -> list[ClassInfo]:
        return [c for value, owner in origins for c in self.classes(value, owner)]

    def _named(self, annotation: r.Expr | None, path: str) -> list[ClassInfo]:
        said = unquoted(annotation)
        if said is None:
            return []
        nodes = walk_all((r.ExprStmt(said, 0),))
        found = [self.program.class_of(path, n) for n in nodes if isinstance(n, (r.Name, r.Attr))]
        return [c for c in found if c is not None]

    def _attribute(self, cls: ClassInfo, name: str) -> list[Origin]:
        """What an attribute of a class's objects is given: by its methods, a property, or as a field."""
        found: list[Origin] = []
        for key in cls.mro:
            info = self.program.classes[key]
            method = info.methods.get(name)
            if method is not None:
                return self._returned(method)
            for each in self.program.storing(key, name):
                found += [(value, each) for value in self.program.body(each).stored_in(name)]
            if info.declared(name):
                found += self._given_to_field(cls, name)
        return found

    def _given_to_field(self, cls: ClassInfo, name: str) -> list[Origin]:
        """What constructor calls give to a field of a dataclass or a named tuple."""
        position = field_order(self.program, cls).index(name)
        found: list[Origin] = []
        for info, node in self._constructions(cls):
            positional = [a.value for a in node.args if a.name is None and not a.stars]
            found += [(a.value, info) for a in node.args if a.name == name]
            found += [(positional[position], info)] if position < len(positional) else []
        return found

    def _constructions(self, cls: ClassInfo) -> list[tuple[FunctionInfo, r.Call]]:
        """The calls of a class, in all functions that the program has by now."""
        key = (cls.key, len(self.program.functions))
        if key not in self._constructed:
            self._constructed[key] = [
                (info, node)
                for info in self.program.having({cls.name})
                if called_of(info.record, {cls.name})
                for node in self.program.body(info).calls
                if self.program.class_of(info.path, node.func) is cls
            ]
        return self._constructed[key]

    def _methods(self, key: str) -> list[FunctionInfo]:
        return list(self.program.classes[key].methods.values())

    def _returned(self, info: FunctionInfo) -> list[Origin]:
        return [(node.value, info) for node in self.program.body(info).returns if node.value is not None]

    # -- calls -------------------------------------------------------------------------------------------------------

    def entered(self, info: FunctionInfo, node: r.Call) -> tuple[FunctionInfo, ...]:
        """The functions that a call may enter, as far as they are looked for."""
        callee = self.callee(info, node)
        return (callee,) if callee is not None else ()

    def callee(self, info: FunctionInfo, node: r.Call) -> FunctionInfo | None:
        """The function that a call enters: by name, by class, by ``super().__init__`` or on an object that is known."""
        key = (info.key, node.at)
        if key not in self._callees:
            self._callees[key] = None
            self._callees[key] = self._callee(info, node)
        return self._callees[key]

    def _callee(self, info: FunctionInfo, node: r.Call) -> FunctionInfo | None:
        func = node.func
        program = self.program
        if isinstance(func, r.Name):
            return self._constructor(program.lookup(info.path, func.id))
        if not isinstance(func, r.Attr):
            return None
        if isinstance(func.value, r.Call) and isinstance(func.value.func, r.Name) and func.value.func.id == "super":
            return program.method(info.owner, func.name, info.owner) if info.owner else None
        if isinstance(func.value, r.Name):
            module = program.lookup(info.path, func.value.id)
            if isinstance(module, ModuleInfo):
                return self._constructor(program.lookup(module.path, func.name))
        named = program.class_of(info.path, func.value)
        found = program.method(named.key, func.name) if named is not None else None
        if found is not None and decorator_names(found.record) & {"classmethod", "staticmethod"}:
            return found
        for cls in self.classes(func.value, info):
            method = program.method(cls.key, func.name)
            if method is not None:
                return method
        return None

    def _constructor(self, target: object) -> FunctionInfo | None:
        if isinstance(target, ClassInfo):
            return self.program.method(target.key, "__init__")
        return target if isinstance(target, FunctionInfo) else None


def _place_in(target: r.Seq, name: str) -> int | None:
    """Where a name stands among several targets; None where it does not, or where one of them takes any number."""
    if any(isinstance(item, r.Star) for item in target.items):
        return None
    return next((place for place, item in enumerate(target.items) if is_name(item, name)), None)


def passed(callee: FunctionInfo, node: r.Call, name: str) -> list[r.Expr]:
    """The argument that a call passes for a parameter."""
    keyword = [a.value for a in node.args if a.name == name]
    if keyword:
        return keyword
    params = [p.name for p in callee.record.params]
    bound = callee.owner is not None and "staticmethod" not in decorator_names(callee.record)
    position = params.index(name) - (1 if bound else 0)
    positional = [a.value for a in node.args if a.name is None and not a.stars]
    return [positional[position]] if 0 <= position < len(positional) else []


def field_order(program: Program, cls: ClassInfo) -> list[str]:
    """The fields of a record, in the order in which its constructor takes them."""
    return [
        target.id
        for key in reversed(cls.mro)
        for field in program.classes[key].fields
        for target in field.targets
        if isinstance(target, r.Name)
    ]


def unquoted(annotation: r.Expr | None) -> r.Expr | None:
    """An annotation; the class that it names, where it is a string."""
    if isinstance(annotation, r.Const) and isinstance(annotation.value, str):
        return r.Name(annotation.value, 0)
    return annotation
