"""Objects that stay where they are made: in an attribute of their maker, which nobody gives to anybody.

An object that is never passed on, returned, put into a collection or asked for by a name in a string can only be meant
by its own methods, by an attribute of that name, or by a variable that such an attribute was assigned to. Where that
cannot be shown an object may be anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_mention
from gatecheck.facts.visit import decorator_names, is_name, own_attribute, own_name, walk
from gatecheck.program.build import flatten
from gatecheck.program.mentions import Mentions, Scene, named_by
from gatecheck.program.opening import is_open

if TYPE_CHECKING:
    from gatecheck.program.link import ClassInfo, FunctionInfo, Program

_MOST = 4
"""Attributes that objects of one class are kept in: with more of them nobody looks any further."""
_HARMLESS_BASES = frozenset({"object", "ABC", "abc.ABC", "Generic", "typing.Generic"})
# What leaves the function that it decorates to whoever calls it.
_HARMLESS_DECORATORS = frozenset(
    {"property", "staticmethod", "abstractmethod", "no_grad", "inference_mode", "override"}
)
_LOOKS = frozenset({"isinstance", "hasattr"})
_TESTS = (r.If, r.While, r.Assert, r.ExprStmt, r.Compare, r.Delete)
# Whoever defines these is told of what others store or derive.
_TOLD = ("__init_subclass__", "__setattr__", "__getattribute__")
Variable = tuple[str, str]
Place = tuple[str, int]


class Kept(msgspec.Struct, frozen=True):
    """The attributes that objects of a class are kept in, and the variables that hold them, by function and name.

    ``made`` are the places where they are made.
    """

    attrs: frozenset[str]
    variables: frozenset[Variable]
    made: tuple[Place, ...]


class Confined:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[str, Kept | None] = {}
        self._idle: dict[tuple[str, str], bool] = {}
        self._mentions: Mentions | None = None

    def rules_out(self, expr: r.Expr, info: FunctionInfo, cls: ClassInfo) -> bool:
        """Whether an expression certainly stands for no object of exactly this class."""
        kept = self.kept(cls)
        return kept is not None and not _can_be(expr, info, cls, kept)

    def is_idle(self, info: FunctionInfo, cls: ClassInfo) -> bool:
        """Whether a function is a method that nobody calls on any object of exactly this class."""
        kept = self.kept(cls)
        return kept is not None and self._is_idle(info, cls, kept)

    def kept(self, cls: ClassInfo) -> Kept | None:
        """Where all objects of exactly this class stay; None where they may be anywhere."""
        if cls.key not in self._found:
            self._found[cls.key] = self._find(cls)
        return self._found[cls.key]

    def _find(self, cls: ClassInfo) -> Kept | None:
        if not _is_plain(self._program, cls):
            return None
        return _Trail(self._program, self._all, cls).follow()

    @property
    def _all(self) -> Mentions:
        if self._mentions is None:
            self._mentions = Mentions(self._program)
        return self._mentions

    # -- methods that nobody calls -----------------------------------------------------------------------------------

    def _is_idle(self, info: FunctionInfo, cls: ClassInfo, kept: Kept) -> bool:
        """Whether a function is a method of the class that nobody names on any object that can be one of it."""
        name = info.record.name
        if info.owner not in cls.mro or info.record.decorators or name.startswith("__"):
            return False
        key = (cls.key, name)
        if key not in self._idle:
            self._idle[key] = not any(
                isinstance(node, r.Attr)
                and node.name == name
                and (_can_be(node.value, user, cls, kept) or _is_super(node.value))
                for user in self._all.having(frozenset({name}))
                for node in self._all.scene(user).nodes
            )
        return self._idle[key]


class _Trail:
    """Follows all objects of one class from where they are made."""

    def __init__(self, program: Program, mentions: Mentions, cls: ClassInfo) -> None:
        self._program = program
        self._mentions = mentions
        self._cls = cls
        self._attrs: dict[str, None] = {}
        self._variables: dict[Variable, FunctionInfo] = {}
        self._made: list[Place] = []

    def follow(self) -> Kept | None:
        """Where they stay."""
        if not (self._own_methods_keep_it() and self._are_made_into_attributes()):
            return None
        attrs: set[str] = set()
        variables: set[Variable] = set()
        while len(self._attrs) > len(attrs) or len(self._variables) > len(variables):
            new_attrs, new_variables = self._attrs.keys() - attrs, self._variables.keys() - variables
            attrs |= new_attrs
            variables |= new_variables
            held = all(map(self._stays_in_attribute, new_attrs)) and all(map(self._stays_in_variable, new_variables))
            if not held or len(attrs) > _MOST:
                return None
        # A file that is not looked into may give it to anybody.
        if not attrs or self._program.is_named_elsewhere(frozenset({self._cls.name, *attrs})):
            return None
        return Kept(frozenset(attrs), frozenset(variables), tuple(sorted(self._made)))

    def _own_methods_keep_it(self) -> bool:
        return all(self._keeps_itself(method) for method in self._mentions.methods(self._cls))

    def _keeps_itself(self, method: FunctionInfo) -> bool:
        decorators = decorator_names(method.record)
        if not decorators <= _HARMLESS_DECORATORS:
            return False
        me = "" if "staticmethod" in decorators else own_name(method.record)
        scene = self._mentions.scene(method)
        return all(
            self._stays(node, method, scene)
            for node in scene.nodes
            if (isinstance(node, r.Name) and node.id == me) or (isinstance(node, r.Call) and _is_super(node))
        )

    def _are_made_into_attributes(self) -> bool:
        """Whether the class is only called, each time for something that is assigned at once."""
        name, apart = self._cls.name, self._mentions.apart
        if name in apart.names | apart.attrs | apart.texts | apart.renamed:
            return False
        return all(self._only_makes(info, name) for info in self._mentions.having(frozenset({name})))

    def _only_makes(self, info: FunctionInfo, name: str) -> bool:
        scene = self._mentions.scene(info)
        return not _is_quoted(scene, name) and all(
            self._is_made(node, info, scene)
            for node in scene.nodes
            if (isinstance(node, r.Name) and node.id == name)
            or (isinstance(node, r.Attr) and node.name == name)
            or (isinstance(node, r.Binding) and node.name == name != node.bound)
        )

    def _is_made(self, node: msgspec.Struct, info: FunctionInfo, scene: Scene) -> bool:
        call = scene.parents.get(id(node))
        if isinstance(call, r.Arg):
            return _is_look(scene.parents.get(id(call)))
        if not (isinstance(call, r.Call) and call.func is node) or _is_asked(call, scene):
            return False
        self._made.append((info.key, call.at))
        return self._stays(call, info, scene)

    # -- where they are kept -----------------------------------------------------------------------------------------

    def _stays_in_attribute(self, attr: str) -> bool:
        if attr in self._mentions.apart.attrs | self._mentions.apart.texts:
            return False
        return all(self._stays_under(attr, info) for info in self._mentions.having(frozenset({attr})))

    def _stays_under(self, attr: str, info: FunctionInfo) -> bool:
        scene = self._mentions.scene(info)
        # A pattern of a match can take an attribute by its name.
        if _is_quoted(scene, attr) or any(isinstance(node, r.Match) for node in scene.nodes):
            return False
        return all(self._stays(n, info, scene) for n in scene.nodes if isinstance(n, r.Attr) and n.name == attr)

    def _stays_in_variable(self, variable: Variable) -> bool:
        info, name = self._variables[variable], variable[1]
        scene = self._mentions.scene(info)
        return all(self._stays(n, info, scene) for n in scene.nodes if isinstance(n, r.Name) and n.id == name)

    def _stays(self, node: msgspec.Struct, info: FunctionInfo, scene: Scene) -> bool:
        """Whether what an expression stands for gets no further than to what it is assigned to, which is noted."""
        targets = _goes_to(node, scene)
        return targets is not None and all(self._is_noted(target, info, scene) for target in targets)

    def _is_noted(self, target: r.Expr, info: FunctionInfo, scene: Scene) -> bool:
        if isinstance(target, r.Name) and self._is_local(target.id, info, scene):
            self._variables[info.key, target.id] = info
            return True
        kept = own_attribute(target, info.record)
        if kept is None or info.owner is None:
            return False
        self._attrs[kept] = None
        return self._is_closed(self._program.classes[info.owner], kept)

    def _is_local(self, name: str, info: FunctionInfo, scene: Scene) -> bool:
        module = self._program.modules[info.path]
        is_global = name in module.names or can_mention(info.record, frozenset({"global"}))
        return not is_global and not any(isinstance(node, r.ClassDef) for node in scene.nodes)

    def _is_closed(self, owner: ClassInfo, attr: str) -> bool:
        """Whether the objects that keep it in an attribute only store it there, and give nothing by a computed name."""
        heirs = [self._program.classes[key] for key in sorted(self._program.heirs.get(owner.key, ()))]
        return not any(
            is_open(self._program, heir)
            or any(self._program.method(heir.key, name) for name in (attr, *_TOLD))
            or any(not isinstance(self._program.classes[k].statics.get(attr, _NOTHING), r.Const) for k in heir.mro)
            for heir in heirs
        )


_NOTHING = r.Const(None)


def _is_plain(program: Program, cls: ClassInfo) -> bool:
    """Whether nothing but its own methods can come by an object of a class while it is made."""
    infos = [program.classes[key] for key in cls.mro]
    derived = len(infos) > 1 and bool(program.having({"__subclasses__"}))
    return (
        program.heirs.get(cls.key) == {cls.key}
        and not derived
        and sum(other.name == cls.name for other in program.classes.values()) == 1
        and not any(program.method(cls.key, name) for name in _TOLD)
        and all(_HARMLESS_BASES.issuperset(info.external_bases) and _has_plain_body(info.record) for info in infos)
    )


def _has_plain_body(record: r.ClassDef) -> bool:
    """Whether nothing decorates a class or makes it in a way of its own, and no method is put together in its body."""
    statements = [statement for statement in flatten(record.body) if isinstance(statement, r.Assign)]
    values = [node for statement in statements if statement.value is not None for node in walk(statement.value)]
    makers = (r.Lambda, r.Call, r.Name, r.Attr)
    return not record.decorators and not record.keywords and not any(isinstance(node, makers) for node in values)


def _can_be(expr: r.Expr, info: FunctionInfo, cls: ClassInfo, kept: Kept) -> bool:
    """Whether an expression can stand for an object that stays where it is kept."""
    if isinstance(expr, r.BoolOp):
        return any(_can_be(value, info, cls, kept) for value in expr.values)
    if isinstance(expr, r.Cond):
        return _can_be(expr.then, info, cls, kept) or _can_be(expr.orelse, info, cls, kept)
    if isinstance(expr, r.Attr):
        return expr.name in kept.attrs
    if not isinstance(expr, r.Name):
        return False
    return (info.key, expr.id) in kept.variables or (info.owner in cls.mro and expr.id == own_name(info.record))


def _goes_to(node: msgspec.Struct, scene: Scene) -> tuple[r.Expr, ...] | None:
    """What else holds a value that stands somewhere; None where it gets to somebody."""
    parent = scene.parents.get(id(node))
    while isinstance(parent, r.BoolOp) or (isinstance(parent, r.Cond) and parent.test is not node):
        node, parent = parent, scene.parents.get(id(parent))
    if isinstance(parent, r.Assign):
        return parent.targets if parent.value is node else ()
    harmless = (
        isinstance(parent, (r.Cond, *_TESTS))
        or (isinstance(parent, r.Attr) and not parent.name.startswith("__"))
        or (isinstance(parent, r.Attr) and isinstance(node, r.Call) and _is_super(node))
        or (isinstance(parent, r.Unary) and parent.op == "not")
        or (isinstance(parent, r.Arg) and _is_look(scene.parents.get(id(parent))))
    )
    return () if harmless else None


def _is_asked(node: msgspec.Struct, scene: Scene) -> bool:
    """Whether something is asked of a value where it is made: nobody else would know it there."""
    parent = scene.parents.get(id(node))
    while isinstance(parent, (r.BoolOp, r.Cond)):
        parent = scene.parents.get(id(parent))
    return isinstance(parent, r.Attr)


def _is_quoted(scene: Scene, name: str) -> bool:
    """Whether a string names it for anything but to see whether it is there."""
    return any(
        isinstance(node, r.Const)
        and isinstance(node.value, str)
        and name in named_by(node.value)
        and not _asks_whether(node, scene)
        for node in scene.nodes
    )


def _asks_whether(node: r.Const, scene: Scene) -> bool:
    parent = scene.parents.get(id(node))
    call = scene.parents.get(id(parent)) if isinstance(parent, r.Arg) else None
    return isinstance(call, r.Call) and is_name(call.func, "hasattr")


def _is_look(call: object) -> bool:
    return isinstance(call, r.Call) and isinstance(call.func, r.Name) and call.func.id in _LOOKS


def _is_super(expr: r.Expr) -> bool:
    return isinstance(expr, r.Call) and is_name(expr.func, "super")
