"""One gate: the wait in it, the check that makes it safe without a counter, and what its argument is used as."""

from __future__ import annotations

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import children, walk
from gatecheck.fixes.chains import is_plain, is_self, same

_NONE = r.Const(None)


class Vocabulary(msgspec.Struct, frozen=True):
    """What tells a gate from other statements: the wait methods and the attributes that hold counters."""

    wait_methods: frozenset[str]
    counter_attrs: frozenset[str]

    def asks_counter(self, test: r.Expr) -> bool:
        """Whether a test is about a counter."""
        return any(isinstance(n, r.Attr) and n.name in self.counter_attrs for n in walk(test))

    def leaves_without(self, stmt: r.Stmt) -> bool:
        """Whether a statement does nothing but leave the function where there is no counter to wait on."""
        if not isinstance(stmt, r.If) or stmt.orelse or len(stmt.body) != 1 or not self.asks_counter(stmt.test):
            return False
        (only,) = stmt.body
        return isinstance(only, r.Return) and only.value in {None, _NONE}


def wait_call(stmt: r.Stmt, words: Vocabulary, helpers: frozenset[str], pool: r.Expr | None = None) -> r.Call | None:
    """The wait of a statement that does nothing else: a call, or a call under a check of the counter.

    ``helpers`` are methods that wait, of the object itself or of ``pool``.
    """
    if isinstance(stmt, r.If):
        inner = stmt.body[0] if len(stmt.body) == 1 and not stmt.orelse else None
        checks = words.asks_counter(stmt.test)
        return wait_call(inner, words, frozenset()) if isinstance(inner, r.ExprStmt) and checks else None
    if not isinstance(stmt, r.ExprStmt) or not isinstance(stmt.value, r.Call):
        return None
    func = stmt.value.func
    if not isinstance(func, r.Attr):
        return None
    mine = is_self(func.value) or (pool is not None and same(func.value, pool))
    return stmt.value if func.name in words.wait_methods or (mine and func.name in helpers) else None


def checked(stmt: r.If | r.ExprStmt, call: r.Call, words: Vocabulary) -> r.If | r.ExprStmt:
    """A gate with a check of its counter: where it was found, a statement before or around it may have made that."""
    counter = _counter(call, words)
    if counter is None:
        return stmt
    there = r.Compare("is not", counter, _NONE)
    if isinstance(stmt, r.ExprStmt):
        return r.If(there, (stmt,), (), -1)
    if _asks_whether_there(stmt.test, counter):
        return stmt
    return msgspec.structs.replace(stmt, test=r.BoolOp("and", (there, stmt.test)))


def _counter(call: r.Call, words: Vocabulary) -> r.Expr | None:
    """The counter that a call waits on, or what holds the events where no attribute is known to hold a counter."""
    start = call.func.value if isinstance(call.func, r.Attr) else None
    expr = start
    while isinstance(expr, r.Attr | r.Sub):
        if isinstance(expr, r.Attr) and expr.name in words.counter_attrs and is_plain(expr):
            return expr
        expr = expr.value
    return start if start is not None and is_plain(start) and not is_self(start) else None


def _asks_whether_there(test: r.Expr, counter: r.Expr) -> bool:
    """Whether a test is false without a counter, before it asks anything of it."""
    first = test.values[0] if isinstance(test, r.BoolOp) and test.op == "and" else test
    if isinstance(first, r.Compare) and first.op == "is not" and first.right == _NONE:
        first = first.left
    elif isinstance(first, r.Compare):
        return False
    asks = isinstance(first, r.Call) and isinstance(first.func, r.Name)
    return asks or same(first, counter)


def in_foreign_numbers(gate: r.If | r.ExprStmt, own: frozenset[str], words: Vocabulary) -> bool:
    """Whether a wait takes off another object's first layer than that of the one whose counter it waits on.

    ``own`` are the attributes of the object itself: where it has none of that name, it may count as the other does.
    """
    for node in walk(gate):
        if not isinstance(node, r.Call) or not node.args or not isinstance(node.func, r.Attr):
            continue
        index, counter = node.args[0].value, _counter(node, words)
        start = index.right if isinstance(index, r.Bin) and index.op == "-" else None
        if isinstance(start, r.Attr) and isinstance(counter, r.Attr) and is_self(counter.value) and start.name in own:
            return not same(start.value, counter.value)
    return False


def taken_as(index: r.Expr, name: str) -> tuple[str, ...] | None:
    """The attributes of a variable that an index is made of: none where it is the variable itself.

    None where the index does not name it, or uses it as two things.
    """
    ways = set(_ways(index, name))
    return next(iter(ways)) if len(ways) == 1 else None


def _ways(expr: msgspec.Struct, name: str) -> list[tuple[str, ...]]:
    chain: list[str] = []
    inner: msgspec.Struct = expr
    while isinstance(inner, r.Attr):
        chain.append(inner.name)
        inner = inner.value
    if isinstance(inner, r.Name):
        return [tuple(reversed(chain))] if inner.id == name else []
    return [way for child in children(inner) for way in _ways(child, name)]


__all__ = ["Vocabulary", "checked", "in_foreign_numbers", "taken_as", "wait_call"]
