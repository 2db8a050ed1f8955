"""Classes whose methods take the attributes of their own object by names that are not written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_name, called_of, is_name, own_attribute, own_name, walk_all

if TYPE_CHECKING:
    from gatecheck.program.link import ClassInfo, Program

_OPENING = frozenset({"vars", "getattr"})
_ALL = frozenset({"__dict__"})


def is_open(program: Program, cls: ClassInfo) -> bool:
    """Whether a method of a class does that, or one that it inherits."""
    methods = (m for key in cls.mro for m in program.classes[key].methods.values())
    return any(_opens_itself(method.record) for method in methods)


def _opens_itself(record: r.Function) -> bool:
    """Whether a method asks its own object for all its attributes, or for one by a name that it computes."""
    if not (called_of(record, _OPENING) or attrs_of(record, _ALL)):
        return False
    me = own_name(record)
    asked = (n for n in walk_all(record.body) if isinstance(n, r.Call) and called_name(n) in _OPENING and n.args)
    named = (n.args[1].value if len(n.args) > 1 else None for n in asked if is_name(n.args[0].value, me))
    return any(not isinstance(name, r.Const) for name in named) or any(
        own_attribute(node, record) in _ALL for node in walk_all(record.body)
    )
