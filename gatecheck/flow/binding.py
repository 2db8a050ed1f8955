"""From the arguments of a call to the variables that a function begins with."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments
from gatecheck.flow.callbacks import Callbacks
from gatecheck.flow.values import Func, ListOf, Seq, Sym, Value, union
from gatecheck.program.link import FunctionInfo


class Binding(Callbacks):
    """Binds arguments to parameters."""

    def bind(self, info: FunctionInfo, func: Func, args: Arguments) -> dict[str, Value]:
        """Bind arguments to parameters; what nobody passes takes its default."""
        positional = list(args.positional)
        if func.receiver is not None:
            positional.insert(0, func.receiver)
        keywords = dict(args.keywords)
        env: dict[str, Value] = {}
        for param in info.record.params:
            if param.kind == "args":
                known = Seq(tuple(positional))
                env[param.name] = known if args.rest is None else ListOf(union(*positional, args.rest))
                positional = []
            elif param.kind == "kwargs":
                env[param.name] = ListOf(union(*keywords.values())) if keywords else Sym("rest", (info.key, param.name))
            elif param.kind == "positional" and positional:
                env[param.name] = positional.pop(0)
            elif param.name in keywords:
                env[param.name] = keywords.pop(param.name)
            elif args.rest is not None and param.default is None:
                env[param.name] = args.rest
            elif args.rest is not None and param.kind == "positional":
                # What was unpacked may go to another parameter.
                env[param.name] = union(args.rest, self.default_of(info, param, func.closure))
            else:
                env[param.name] = self.default_of(info, param, func.closure)
        return env

    def default_of(self, info: FunctionInfo, param: r.Param, closure: int = -1) -> Value:
        """A parameter's default value, or an unknown where it has none; ``closure`` is what its definition saw."""
        if param.default is None:
            return self.parameter(info, param)
        if isinstance(param.default, r.Const):
            return self.target_value(param.default, info.path, "")
        if isinstance(param.default, r.Name):
            seen = self.closures[closure] if closure >= 0 else {}
            if param.default.id in seen:
                return seen[param.default.id]
            return self.global_value(info.path, param.default.id)
        return Sym("default_arg", (info.key, param.name))

    def parameter(self, info: FunctionInfo, param: r.Param) -> Sym:
        """A parameter that nobody in sight passes."""
        return Sym("int" if _is_int(param.annotation) else "param", (info.key, param.name))


def _is_int(annotation: r.Expr | None) -> bool:
    if isinstance(annotation, r.Name):
        return annotation.id == "int"
    if isinstance(annotation, r.Const) and isinstance(annotation.value, str):
        return annotation.value in {"int", "Optional[int]"}
    if isinstance(annotation, r.Sub) and isinstance(annotation.value, (r.Name, r.Attr)):
        name = annotation.value.id if isinstance(annotation.value, r.Name) else annotation.value.name
        return name == "Optional" and _is_int(annotation.index)
    if isinstance(annotation, r.Bin):
        return _is_int(annotation.left) or _is_int(annotation.right)
    return False
