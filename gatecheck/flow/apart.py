"""Two layers that one function reads under two names of one kind: a wait for the one is none for the other.

Nothing shows that two parameters, two attributes of one object or two entries of one list are never the same layer. But
where a function waits for the one, reads it, and reads the other as well, without ever comparing them, it takes them
for two.
"""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all
from gatecheck.flow.linear import as_num, difference
from gatecheck.flow.values import Lit, Sym, Value

_PARAMETERS = frozenset({"int", "param"})


def apart(waited: Value, wanted: Value | None) -> tuple[Sym, Sym] | None:
    """The two names by which, but for a known number, two layers differ; None where they are not of one kind."""
    left, right = as_num(waited), as_num(wanted) if wanted is not None else None
    if left is None or right is None:
        return None
    terms = {times: sym for sym, times in difference(left, right).terms}
    if terms.keys() != {1, -1} or len(difference(left, right).terms) != 2 or not _are_alike(terms[1], terms[-1]):
        return None
    return terms[1], terms[-1]


def _are_alike(one: Sym, other: Sym) -> bool:
    """Whether two unknowns are parameters of one function, attributes of one object or entries of one list."""
    if one.op in _PARAMETERS and other.op in _PARAMETERS:
        return one.args[0] == other.args[0] and not str(one.args[0]).endswith(".__init__")
    if one.op != other.op or one.op not in {"attr", "item"} or one.args[0] != other.args[0]:
        return False
    fixed = all(isinstance(each.args[1], Lit) for each in (one, other))
    return isinstance(one.args[0], Sym) if one.op == "attr" else fixed


def are_compared(names: tuple[Sym, Sym], record: r.Function) -> bool:
    """Whether a function compares two layers: it may wait for the second only where it is another one."""
    words = {str(sym.args[1]) for sym in names if not isinstance(sym.args[1], Lit)}
    tests = (node for node in walk_all(record.body) if isinstance(node, r.Compare))
    return bool(words) and any(words <= {_name(each) for each in walk(test)} for test in tests)


def _name(node: object) -> str:
    return node.id if isinstance(node, r.Name) else node.name if isinstance(node, r.Attr) else ""
