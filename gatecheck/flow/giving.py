"""What is put into a container that a caller handed in: whoever handed it in has it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.evaluate import Evaluate
from gatecheck.flow.values import Data, Instance, Row, Seq, Sym, Value, options, parts

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State

_PARTS = frozenset({"attr", "item", "elem"})
_COLLECTED = frozenset({"args", "kwargs"})


class Giving(Evaluate):
    """Containers of callers."""

    def leave(self, value: Value, st: State, at: int) -> None:
        """Everything in a value that is one layer's data leaves the entry."""
        raise NotImplementedError

    def give(self, container: Value, value: Value, st: State, at: int) -> None:
        """A buffer's layer is put into a container: out of a caller's it may be taken by anybody."""
        if self.building or not self.holds_data(value) or not any(map(self._is_callers, options(container))):
            return
        # An object answers for what is in it where it is asked for that.
        if not any(isinstance(part, Instance) for part in parts(value)):
            self.leave(value, st, at)

    def give_by_method(self, container: Value, name: str, args: Arguments, st: State, at: int) -> None:
        """The same by a method of the container: what another thing's ``update`` does with a tensor is not known."""
        values = args.positional if name != "update" else [v for v in args.positional if not isinstance(v, Row)]
        self.give(container, Seq((*values, *(value for _, value in args.keywords))), st, at)

    def compute_with(self, old: Value, value: Value, st: State, at: int) -> None:
        """A caller's tensor is computed anew with a value, or its list takes over what is in another."""
        self.use((value,), st)
        if isinstance(value, (Row, Data)):
            if any(map(self._is_callers, options(old))):
                self.consume(value, st, at)
        else:
            self.give(old, value, st, at)

    def _is_callers(self, container: Value) -> bool:
        """Whether a container is a parameter, or a part of one; what Python makes of further arguments is none."""
        while isinstance(container, Sym) and container.op in _PARTS:
            container = container.args[0]  # type: ignore[assignment]
        if not isinstance(container, Sym) or container.op != "param":
            return False
        function, name = map(str, container.args)
        params = self.program.functions[function].record.params
        return all(param.kind not in _COLLECTED for param in params if param.name == name)
