"""What the analysis knows of a reader outside the pools, as the data that the strategies decide on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, walk_all
from gatecheck.fixes.bypass import Bypass, also_taken, calls_up_to, given_to, holder, past, same_result
from gatecheck.fixes.chains import alias, is_plain, is_self
from gatecheck.fixes.edits import Where
from gatecheck.fixes.idiom import own_calls
from gatecheck.fixes.naming import named_further_in
from gatecheck.fixes.placement import ordinals
from gatecheck.fixes.sites import bad_sites
from gatecheck.flow.values import Instance, Sym, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.fixes.bypass import Delegate
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.base import Read
    from gatecheck.flow.cases import Case, Site
    from gatecheck.flow.verdicts import Access, Walk
    from gatecheck.program.link import FunctionInfo


class Passing:
    """Looks up the pool that a reader goes past. A reader is walked once for all that is asked of it."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._program = analysis.program
        self._heap = analysis.walker.heap
        self._walks: dict[str, list[Walk]] = {}

    def reads(self, case: Case, site: Site) -> list[Read]:
        """The reads that a site was made of: one for each way on which its place is reached."""
        wanted = [hop.place for hop in site.hops]
        found = (read for walk in self._walked(case) for read in walk.reads)
        return [read for read in found if [h.place for h in read.chain] + [read.place] == wanted]

    def accesses(self, case: Case, site: Site) -> list[Access]:
        """The reads of a reader with what is waited for before each, where a site has a wait to speak of."""
        judge, starts = self._analysis.walker.judge, self._analysis.starts
        return [a for walk in self._walked(case) for a in judge(walk, starts)] if site.witness is not None else []

    def _walked(self, case: Case) -> list[Walk]:
        if case.entry not in self._walks:
            walker, functions = self._analysis.walker, self._program.functions
            passed = dict.fromkeys(key for site in bad_sites(case) for key in (*_entered(site), *site.via))
            walker.ask_about([functions[key] for key in passed])
            self._walks[case.entry] = walker.walk_outside(functions[case.entry])
            walker.ask_no_more()
        return self._walks[case.entry]

    def bypass(self, case: Case, site: Site) -> Bypass | None:
        """The pool that is gone past, with what it could be asked instead."""
        root = self._analysis.roots.get(case.root)
        if root is None:
            return None
        record = self._program.functions[case.entry].record
        at = site.hops[0].place[1]
        buffer = frozenset({case.buffer.rpartition(".")[2]})
        direct = holder(record, at, buffer)
        foreign: Bypass | None = None
        for call in calls_up_to(record, at):
            if direct is not None and call.at < direct.at and direct.at not in ordinals(call):
                # What is taken from the pool itself comes of no call before that.
                break
            found = self._by_call(case, root, _spelt_out(call, record))
            if found is not None and self._may_be_pool(case, found.pool):
                return found
            foreign = foreign or found
            if call.at == at and site.hops[0].callee is not None:
                break
        own = any(read.oid == root for read in self.reads(case, site))
        taken = holder(record, at, buffer if own else self._inner_pools(root))
        if taken is not None and self._may_be_pool(case, taken.value):
            return Bypass(taken.value, taken.at, also=also_taken(record, taken))
        handed = (self._handed(case, site, record) or self._named(case, site, buffer)) if taken is None else None
        if handed is not None:
            return handed
        held = foreign or (Bypass(taken.value, taken.at) if taken is not None else None)
        return msgspec.structs.replace(held, foreign=True) if held is not None else None

    def beside(self, cases: Iterable[Case]) -> tuple[Bypass | None, ...]:
        """The ways past the pool of all that a reader reads there, without the way of the read that comes first."""
        found: dict[int, Bypass | None] = {}
        for each in cases:
            for site in bad_sites(each):
                if site.hops[0].place[1] not in found:
                    found[site.hops[0].place[1]] = self.bypass(each, site)
        first, *others = found.values()
        return tuple(dict.fromkeys(way for way in others if way != first))

    def _may_be_pool(self, case: Case, expr: r.Expr) -> bool:
        """Whether an expression can stand for the pool: an object of another class that keeps a part of it cannot."""
        info = self._program.functions[case.entry]
        values = (self._analysis.walker.value_outside(info, each) for each in given_to(info.record, expr))
        found = {p.oid for value in values for p in parts(value) if isinstance(p, Instance)}
        return not found or any(self._is_outermost(oid, case.root) for oid in found)

    def _is_outermost(self, oid: int, root: str) -> bool:
        """Whether an object can be the pool, and not one that this or another pool keeps."""
        own = oid == self._analysis.roots.get(root) or not self._heap.owner_chain(oid)
        return own and self._is_pool(self._heap[oid].cls, root)

    def _handed(self, case: Case, site: Site, record: r.Function) -> Bypass | None:
        """The way by a function that is handed the pool and reads it, or gives back what is read."""
        at = site.hops[0].place[1]
        calls = [c for c in calls_up_to(record, at) if c.at == at or (site.hops[0].callee is None and site.via)]
        for call in calls:
            given = [arg.value for arg in call.args if not arg.stars and is_plain(arg.value)]
            pools = [value for value in given if self._is_certainly_pool(case, record, value)]
            if pools:
                return Bypass(pools[0], call.at) if len(pools) == 1 else None
        return None

    def _named(self, case: Case, site: Site, buffer: frozenset[str]) -> Bypass | None:
        """The way by functions of the reader's own, or by a table that it keeps: what it could call the pool itself."""
        root = self._analysis.roots[case.root]
        own = any(read.oid == root for read in self.reads(case, site))
        found = named_further_in(self._program, site, buffer if own else self._inner_pools(root))
        named = found is not None and self._may_be_pool(case, found[0])
        return Bypass(*found) if found is not None and named else None

    def _is_certainly_pool(self, case: Case, record: r.Function, expr: r.Expr) -> bool:
        named = (alias(record, expr.id) if isinstance(expr, r.Name) else None) or expr
        value = self._analysis.walker.value_outside(self._program.functions[case.entry], named)
        kinds = {self._heap[p.oid].cls for p in parts(value) if isinstance(p, Instance)}
        return any(self._is_pool(kind, case.root) for kind in kinds)

    def _is_pool(self, kind: str, root: str) -> bool:
        return kind in self._analysis.roots or self._program.is_a(kind, root) or self._program.is_a(root, kind)

    def _by_call(self, case: Case, root: int, call: r.Call) -> Bypass | None:
        """The way past a pool by a call: of an inner pool's method, or of its own that leaves the wait to others."""
        way = past(call)
        inner = self._inner(root, way[1], way[2]) if way is not None else None
        if way is not None and inner is not None:
            return self._of_call(case, root, Bypass(way[0], call.at, call, way[1], inner.record), inner.path)
        func = call.func
        if not isinstance(func, r.Attr) or not is_plain(func.value):
            return None
        own = self._program.method(case.root, func.name)
        buffer = case.buffer.rpartition(".")[2]
        if own is None or not (attrs_of(own.record, frozenset({buffer})) or own_calls(own.record)):
            return None
        accessor = same_result(self._waiting(case.root), (func.name,))
        return Bypass(
            func.value,
            call.at,
            call,
            accessor=accessor.info.record.name if accessor is not None else None,
            mapped=_mapped(accessor),
            home_class=accessor.info.symbol.split(".")[0] if accessor is not None else "",
        )

    def _inner_pools(self, root: int) -> frozenset[str]:
        """The attributes under which a pool keeps others."""
        attrs = self._heap[root].attrs
        return frozenset(n for n in attrs if any(isinstance(p, Instance) for p in parts(attrs[n])))

    def _of_call(self, case: Case, root: int, bypass: Bypass, path: str) -> Bypass:
        home = self._home(case.root, bypass.inner)
        name = bypass.method.name if bypass.method is not None else ""
        accessor = same_result(self._waiting(case.root), (bypass.inner, name))
        return msgspec.structs.replace(
            bypass,
            accessor=accessor.info.record.name if accessor is not None else None,
            mapped=_mapped(accessor),
            typed=home is not None and home.path == path,
            home=Where(home.path, home.record.chunk, home.record.at) if home is not None else None,
            home_class=home.symbol.split(".")[0] if home is not None else "",
            taken=frozenset(self._heap[root].attrs) | {m.record.name for m in self._methods(case.root)},
            layers=self._layers(case.root, bypass.inner),
        )

    def _inner(self, root: int, attr: str, name: str) -> FunctionInfo | None:
        """The method of the pool that the root keeps under an attribute."""
        for part in parts(self._heap[root].attrs.get(attr, Sym("nothing", ()))):
            if isinstance(part, Instance):
                return self._program.method(self._heap[part.oid].cls, name)
        return None

    def _methods(self, cls: str) -> list[FunctionInfo]:
        classes = self._program.classes
        names = dict.fromkeys(name for key in classes[cls].mro for name in classes[key].methods)
        return [m for name in names if (m := self._program.method(cls, name)) is not None]

    def _waiting(self, cls: str) -> list[FunctionInfo]:
        """The methods of a pool whose reads all come after a wait."""
        return [m for m in self._methods(cls) if self._waits(cls, m)]

    def _waits(self, cls: str, method: FunctionInfo) -> bool:
        found = self._analysis.accesses.get((cls, method.key), [])
        return bool(found) and all(a.waits for a in found)

    def _home(self, cls: str, attr: str) -> FunctionInfo | None:
        """The last public method of the most basic class that stores the attribute."""
        for key in reversed(self._program.classes[cls].mro):
            methods = list(self._program.classes[key].methods.values())
            if any(_stores(m.record, attr) for m in methods):
                asks = [m for m in methods if not m.record.name.startswith("_") and _names(m.record, attr)]
                return (asks or methods)[-1]
        return None

    def _layers(self, cls: str, attr: str) -> r.Expr | None:
        """The mapping whose keys are an inner pool's layers: a method that waits looks its layer up in it."""
        for method in self._methods(cls):
            if not _names(method.record, attr) or not self._waits(cls, method):
                continue
            called = [self._program.method(cls, name) for name in sorted(own_calls(method.record))]
            for record in (method.record, *(m.record for m in called if m is not None)):
                found = _looked_up(record)
                if found is not None:
                    return found
        return None


def _entered(site: Site) -> Iterator[str]:
    """The functions that are called on the way to a read."""
    return (hop.callee for hop in site.hops if hop.callee is not None)


def _mapped(accessor: Delegate | None) -> tuple[tuple[str, str | None], ...]:
    """The parameters of an accessor, each with the mapping that it is looked up in."""
    if accessor is None:
        return ()
    return tuple(zip((p.name for p in accessor.info.record.params[1:]), accessor.mapped, strict=True))


def _spelt_out(call: r.Call, record: r.Function) -> r.Call:
    """A call with the value of the variable that it is made on, where that only shortens a chain of attributes."""
    func = call.func
    if not isinstance(func, r.Attr) or not isinstance(func.value, r.Name):
        return call
    value = alias(record, func.value.id)
    if value is None:
        return call
    return msgspec.structs.replace(call, func=msgspec.structs.replace(func, value=value))


def _looked_up(record: r.Function) -> r.Attr | None:
    """``self.mapping`` where a method looks one of its parameters up in it."""
    names = {p.name for p in record.params[1:]}
    for node in walk_all(record.body):
        if isinstance(node, r.Sub) and isinstance(node.index, r.Name) and node.index.id in names:
            value = node.value
            if isinstance(value, r.Attr) and is_self(value.value):
                return r.Attr(r.Name("self", -1), value.name, -1)
    return None


def _stores(record: r.Function, attr: str) -> bool:
    return any(
        isinstance(target, r.Attr) and target.name == attr and is_self(target.value)
        for node in walk_all(record.body)
        if isinstance(node, r.Assign)
        for target in node.targets
    )


def _names(record: r.Function, attr: str) -> bool:
    return any(isinstance(n, r.Attr) and n.name == attr and is_self(n.value) for n in walk_all(record.body))
