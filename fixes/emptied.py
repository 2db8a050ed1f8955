"""Methods that are called as a wait is, and that have lost their body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.edits import Where
from gatecheck.fixes.idiom import is_docstring
from gatecheck.fixes.subject import Emptied

if TYPE_CHECKING:
    from gatecheck.program.link import Program


def emptied(program: Program, root: str, record: r.Function) -> tuple[Emptied, ...]:
    """The methods of an object of a class that a function calls for nothing: they have a parameter and no body."""
    if root not in program.classes:
        return ()
    calls = [s.value for s in record.body if isinstance(s, r.ExprStmt) and isinstance(s.value, r.Call)]
    names = [c.func.name for c in calls if isinstance(c.func, r.Attr) and is_self(c.func.value) and len(c.args) == 1]
    methods = [m for name in names if (m := program.method(root, name)) is not None]
    return tuple(
        Emptied(Where(m.path, m.record.chunk, m.record.at), m.symbol, m.record.params[1].name)
        for m in methods
        if len(m.record.params) == 2 and all(is_docstring(s) for s in m.record.body)
    )
