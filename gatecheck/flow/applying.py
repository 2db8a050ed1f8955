"""From what the loads write to the buffers of the heap: each path on an unknown pool is followed on the real ones."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments, Bail, Frame
from gatecheck.flow.evidence import Evidence, Made
from gatecheck.flow.loads import Loads
from gatecheck.flow.paths import bases_of, first_name, first_step, is_mapped
from gatecheck.flow.state import State
from gatecheck.flow.values import Instance, Lit, Num, Row, Sym, Table, Value, add, as_num, lit, options, parts
from gatecheck.flow.world import BUILDER
from gatecheck.program.sizes import Sizes


class Applying(Loads):
    """Applies what the host side writes to the pools of the heap."""

    def apply_evidence(self, evidence: tuple[Evidence, ...], roots: frozenset[int]) -> dict[tuple[int, str], Evidence]:
        """The buffers of the heap that some load writes into, each with the first trace of it."""
        self._replays = {}
        self._followed = {}
        self._meanings = {}
        self._sizes = Sizes(self.program)
        loaded: dict[tuple[int, str], Evidence] = {}
        pools = [o.oid for o in self.heap.objects if self._is_pool_part(o.oid, roots)]
        having = self._pools_by_name(pools)
        for item in evidence:
            for base in bases_of(item.path):
                able = having.get(first_name(item.path, base) or "")
                if able is None:
                    continue
                step = first_step(item.path, base)
                meant = [oid for oid in self._meant(item, base, pools) if oid in able]
                allowed = self._of_any(meant, self._asked.get(step, frozenset()))
                hits = [hit for oid in allowed for hit in self._resolve(item.path, base, oid)]
                for owner in allowed:
                    self._note_shift(item, base, owner)
                for oid, attr, scalar in hits:
                    loaded.setdefault((oid, attr), item)
                    if is_mapped(item.path):
                        self.mapped_rows.add((oid, attr))
                    if base.op != "attr":
                        self.strong.add((oid, attr))
                    if scalar:
                        self.scalar_rows.add((oid, attr))
                if hits or self._reached(step, base, tuple(allowed)):
                    break
        return loaded

    def _note_shift(self, item: Evidence, base: Sym, oid: int) -> None:
        """Remember how far from the event's number a load writes into what a pool owns: what the pool itself keeps."""
        index = as_num(item.path.args[1]) if item.path.op == "item" else None  # type: ignore[arg-type]
        given = [(s, t) for s, t in index.terms if s.args[:1] == (item.loader,)] if index is not None else []
        if index is None or len(given) != 1 or given[0][0].op not in {"param", "int"} or given[0][1] != 1:
            return
        shift: Value | None = lit(index.const)
        for sym, times in index.terms:
            kept = self._replayed(sym, base, oid) if (sym, times) not in given else lit(0)
            shift = add(shift, kept, times) if shift is not None and kept is not None else None
        for hit, attr, _ in self._resolve(item.path, base, oid) if shift is not None else ():
            if hit != oid:
                self.shifts.setdefault((hit, attr), set()).add(shift)  # type: ignore[arg-type]

    def _pools_by_name(self, pools: list[int]) -> dict[str, set[int]]:
        """For each attribute or method, the pools that have it."""
        found: dict[str, set[int]] = {}
        for oid in pools:
            mro = self.program.classes[self.heap[oid].cls].mro
            methods = (name for key in mro for name in self.program.classes[key].methods)
            for name in (*self.heap[oid].attrs, *methods):
                found.setdefault(name, set()).add(oid)
        return found

    def _meant(self, item: Evidence, base: Sym, pools: list[int]) -> list[int]:
        """The pools that a load's own parameter can be: those that its host object was made for."""
        key = (base, item.host, item.loader)
        if key not in self._meanings:
            self._meanings[key] = self._find_meant(item, base, pools)
        return self._meanings[key]

    _meanings: dict[tuple[Sym, int, str], list[int]]
    _sizes: Sizes

    def _find_meant(self, item: Evidence, base: Sym, pools: list[int]) -> list[int]:
        classes = self.checks.get(base)
        if classes:
            pools = [p for p in pools if any(self.program.is_a(self.heap[p].cls, key) for key in classes)]
        made = self.made.get(item.host)
        if base.op != "param" or base.args[0] != item.loader or not made:
            return pools
        if self._is_made_of_a_record(self.heap[item.host].cls, pools):
            return pools
        able = [oid for oid in pools if self._has_what_is_asked(oid, self.heap[item.host].cls)]
        return [oid for oid in able if any(self._made_for(m, oid, pools) for m in made)]

    def _is_made_of_a_record(self, host: str, pools: list[int]) -> bool:
        """Whether what a host object is made of first is an object of a class that no pool has: no word on its pool."""
        init = self.program.method(host, "__init__")
        if init is None or len(init.record.params) < 2:
            return False
        cls = self.annotated_class(init.path, init.record.params[1].annotation)
        return cls is not None and not any(self.program.is_a(self.heap[oid].cls, cls.key) for oid in pools)

    def _has_what_is_asked(self, oid: int, host: str) -> bool:
        """Whether a pool has every attribute that a host object asks of its pool when it is made."""
        thing = self.heap[oid]
        known = self.is_known_whole(Instance(oid))
        return not known or self.needs.met_by(self.program.classes[thing.cls], frozenset(thing.attrs), host)

    def _of_any(self, pools: list[int], classes: frozenset[str]) -> list[int]:
        """Those of the pools that are of one of these classes, or all where none is given."""
        return [p for p in pools if any(self.program.is_a(self.heap[p].cls, k) for k in classes)] if classes else pools

    def _made_for(self, made: Made, oid: int, pools: list[int]) -> bool:
        if made.checked and not any(self.program.is_a(self.heap[oid].cls, key) for key in made.checked):
            return False
        return any(self._can_be(pool, made, oid, pools) for pool in options(made.pool))

    def _can_be(self, pool: Value, made: Made, oid: int, pools: list[int]) -> bool:
        """Whether one object can be what a host pool was made for, as far as the way to it shows."""
        if isinstance(pool, Instance):
            return self.heap[pool.oid].cls == self.heap[oid].cls and self.heap[oid].parent is None
        if not isinstance(pool, Sym):
            return True
        for base in bases_of(pool):
            classes = next((c for owner, c in made.owners if owner == base), frozenset())
            asked = self._asked.get(first_step(pool, base), frozenset())
            reached = self._reached(pool, base, tuple(self._of_any(self._of_any(pools, classes), asked)))
            if reached:
                return oid in reached
        part_of = self.heap[oid].parent
        return part_of is None or not (_is_answer(pool) or self._is_given_from_elsewhere(pool, part_of[1]))

    def _is_given_from_elsewhere(self, pool: Sym, attribute: str) -> bool:
        """Whether all callers of a builder are known to give something else than this attribute of an object."""
        given = None
        if pool.op == "param":
            given = self.passing.attributes(*map(str, pool.args))
        elif pool.op == "attr" and isinstance(pool.args[0], Sym) and pool.args[0].op == "param":
            function, param = map(str, pool.args[0].args)
            given = self.passing.stored(function, param, str(pool.args[1]))
        return given is not None and attribute not in given

    def _reached(self, path: Sym, base: Sym, pools: tuple[int, ...]) -> frozenset[int]:
        """The objects that a path leads to, from any of these pools."""
        known = self._reach.get((path, base, pools))
        if known is None:
            values = (self._replayed(path, base, oid) for oid in pools)
            found = (p.oid for v in values if v is not None for p in parts(v) if isinstance(p, Instance))
            known = self._reach[path, base, pools] = frozenset(found)
        return known

    def _is_pool_part(self, oid: int, roots: frozenset[int]) -> bool:
        """Whether an object is a root, or belongs to one."""
        outermost = self.heap.root_of(oid)
        return outermost in roots or self.heap[outermost].handed_in

    def _resolve(self, path: Sym, base: Sym, oid: int) -> list[tuple[int, str, bool]]:
        """Follow a path on one pool object; the buffers at its end, and whether a layer index follows them."""
        if path.op == "call":
            return [(*buffer, False) for buffer in self._written_by(path, base, oid)]
        value = self._replayed(path, base, oid)
        if value is None:
            return []
        whole = self._replayed(path.args[0], base, oid) if path.op == "item" and isinstance(path.args[0], Sym) else None
        tensors = {(p.oid, p.attr) for p in parts(whole) if isinstance(p, Row)} if whole is not None else set()
        return [(p.oid, p.attr, (p.oid, p.attr) in tensors) for p in self._buffers(value)]

    def _written_by(self, call: Sym, base: Sym, oid: int) -> list[tuple[int, str]]:
        """What a method of a pool writes into when a load calls it."""
        self._written = set()
        self._replayed(call, base, oid)
        written, self._written = self._written, None
        return sorted(written)

    def _replayed(self, path: Sym, base: Sym, oid: int) -> Value | None:
        """The value of a path on one pool object; None where the object has not even its first attribute."""
        key = (path, base, oid)
        if key not in self._replays:
            self._replays[key] = self._replay_path(path, base, oid)
        return self._replays[key]

    _replays: dict[tuple[Sym, Sym, int], Value | None]

    def _replay_path(self, path: Sym, base: Sym, oid: int) -> Value | None:
        thing = self.heap[oid]
        first = first_name(path, base)
        if first is None or thing.cls not in self.program.classes:
            return None
        if first not in thing.attrs and self.program.method(thing.cls, first) is None:
            return None
        was, self.building = self.building, True
        held, self.frames = self.frames, [Frame(BUILDER, Instance(oid), None)]
        try:
            return self._follow(path, base, Instance(oid), State())
        except (Bail, RecursionError):
            return None
        finally:
            self.building = was
            self.frames = held

    def _buffers(self, value: Value) -> list[Row | Table]:
        """The buffers at the end of a path; an attribute that a load writes into is one."""
        found: list[Row | Table] = []
        for part in parts(value):
            if isinstance(part, (Row, Table)):
                found.append(part)
            elif isinstance(part, Sym):
                promoted = self._promote(part)
                if promoted is not None:
                    found.append(promoted)
        return found

    def _promote(self, value: Sym) -> Table | None:
        """An attribute that a load writes into is a buffer, however it was allocated, unless it is a number."""
        while value.op in {"item", "elem"} and isinstance(value.args[0], Sym):
            value = value.args[0]
        if value.op != "attr" or not isinstance(value.args[0], Instance):
            return None
        owner, name = value.args[0].oid, str(value.args[1])
        stored = self.heap[owner].attrs.get(name)
        if stored is None or not isinstance(stored, (Sym, Num)) or isinstance(stored, Num):
            return None
        cls = self.program.classes.get(self.heap[owner].cls)
        if stored.op in {"int", "len", "op", "max", "min"} or (cls is not None and self._sizes.is_one(cls, name)):
            return None
        self.heap[owner].attrs[name] = Table(owner, name)
        self._replays.clear()  # what they found may have been this attribute
        self._followed.clear()
        return Table(owner, name)

    def _follow(self, path: Value, base: Sym, start: Instance, st: State) -> Value:
        """Replay an unknown's path on a real object."""
        if path == base:
            return start
        if not isinstance(path, Sym):
            return path
        known = self._followed.get((path, base, start.oid)) if self._written is None else None
        if known is None:
            value = self._follow_last(path, base, start, st)
            self._followed[path, base, start.oid] = (value, st.copy())
            return value
        # A path is followed from its base on, in a state of its own: what it left is what it would leave again.
        value, after = known
        st.become(after.copy())
        return value

    _followed: dict[tuple[Sym, Sym, int], tuple[Value, State]]

    def _follow_last(self, path: Sym, base: Sym, start: Instance, st: State) -> Value:
        """Take the last step of a path."""
        if path.op == "attr":
            owner = self._follow(path.args[0], base, start, st)  # type: ignore[arg-type]
            return self.load_attr(owner, str(path.args[1]), st, 0)
        if path.op == "item":
            owner = self._follow(path.args[0], base, start, st)  # type: ignore[arg-type]
            if any(isinstance(p, Row) for p in parts(owner)):
                return owner
            return self.subscript(owner, path.args[1], st, 0)  # type: ignore[arg-type]
        if path.op == "elem":
            owner = self._follow(path.args[0], base, start, st)  # type: ignore[arg-type]
            return self.elements(owner, st, 0)
        if path.op == "call":
            func, positional, keywords = path.args
            callee = self._follow(func, base, start, st)  # type: ignore[arg-type]
            node = r.Call(r.Const(None), (), 0)
            return self.call_value(callee, Arguments(positional, keywords), st, node)  # type: ignore[arg-type]
        return path


def _is_answer(value: Sym) -> bool:
    """Whether an unknown is what a call returned, or one of several that it did: a pool as a whole."""
    if value.op == "item" and isinstance(value.args[0], Sym) and isinstance(value.args[1], Lit):
        value = value.args[0]
    return value.op == "call"
