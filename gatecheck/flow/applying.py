"""From what the loads write to the buffers of the heap: each path on an unknown pool is followed on the real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.alternatives import of_each_layer
from gatecheck.flow.base import Arguments, Bail, Frame
from gatecheck.flow.events import EVENT, SOMETHING, numbers_in, params_in
from gatecheck.flow.evidence import Evidence, Made
from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import add, as_num
from gatecheck.flow.paths import bases_of, first_name, first_step, is_listed, is_mapped, steps_of
from gatecheck.flow.promoting import Promoting
from gatecheck.flow.state import State
from gatecheck.flow.values import Instance, Lit, Num, Row, Sym, Table, Value, lit, options, parts
from gatecheck.flow.world import BUILDER

if TYPE_CHECKING:
    from collections.abc import Iterator

_Hit = tuple[int, str, bool]
# A write as far as it decides where it goes: its path, its load, whether rows are assigned, on which pool.
_Way = tuple[Sym, str, bool, Sym, int]


class Applying(Promoting):
    """Applies what the host side writes to the pools of the heap."""

    # What loads make of an event's number to look up where the layer stands in a buffer.
    keys: dict[tuple[int, str], set[Value]]

    def apply_evidence(self, evidence: tuple[Evidence, ...], roots: frozenset[int]) -> dict[tuple[int, str], Evidence]:
        """The buffers of the heap that some load writes into, each with the first trace of it."""
        self.keys = {}
        self._meanings = {}
        self.forget_ways()
        self.begin_promoting()
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
                hits = [hit for oid in allowed for hit in self._resolve(item, base, oid)]
                for owner in allowed:
                    self._note(item, base, owner)
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
        self.forget_ways()
        return loaded

    def _note(self, item: Evidence, base: Sym, oid: int) -> None:
        """Remember how a load finds its layer in what a pool owns, once for all writes that go the same way."""
        way = _way_of(item, base, oid)
        if way not in self._noted:
            self._noted.add(way)
            self._note_shift(item, base, oid)
            self._note_index(item, base, oid)
            self._note_key(item, base, oid)

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
        for hit, attr, _ in self._resolve(item, base, oid) if shift is not None else ():
            if hit != oid:
                self.shifts.setdefault((hit, attr), set()).add(shift)  # type: ignore[arg-type]

    def _note_index(self, item: Evidence, base: Sym, oid: int) -> None:
        """Remember which subscript of a buffer a load puts the layer in, and what it makes of the event's number."""
        found = self._index_of_layer(item, base, oid) if item.path.op == "item" else None
        if found is None:
            return
        level, made = found
        for hit, attr, _ in self._resolve(item, base, oid):
            self.levels.setdefault((hit, attr), set()).add(level)
            if hit == oid:
                self.indices.setdefault((hit, attr), set()).add(made)

    def _note_key(self, item: Evidence, base: Sym, oid: int) -> None:
        """Remember what a load makes of the event's number where it looks up the place of the layer."""
        index = as_num(item.path.args[1]) if item.path.op == "item" else None  # type: ignore[arg-type]
        looked_up = [mapping_key(sym) for sym, _ in index.terms] if index is not None else []
        for key in looked_up:
            numbers = numbers_in(key, item.loader)
            made = self._key_over_events(key, numbers.pop(), item, base, oid) if len(numbers) == 1 else SOMETHING
            for hit, attr, _ in self._resolve(item, base, oid) if key is not None else ():
                self.keys.setdefault((hit, attr), set()).add(made)

    def _key_over_events(self, key: Value | None, number: Sym, item: Evidence, base: Sym, oid: int) -> Value:
        """What is looked up, of an event's number: where a load is given the owner of the pool, the owner keeps it."""
        given = params_in(base, item.loader) - {base, number}
        if len(given) > 1:
            return SOMETHING
        owner = self.heap.root_of(oid) if given else oid
        return self._index_over_events(key, number, given.pop() if given else base, owner)

    def _index_of_layer(self, item: Evidence, base: Sym, oid: int) -> tuple[int, Value] | None:
        """How many subscripts stand before that of the layer, and what that is of an event's number, if it shows."""
        level, is_own = 0, True
        for step in steps_of(item.path):
            whole = self._replayed(step.args[0], base, oid)  # type: ignore[arg-type]
            if is_listed(step) or whole is None or not any(isinstance(one, (Table, Row)) for one in options(whole)):
                is_own = not is_listed(step)
                continue
            if not level and any(isinstance(one, Row) and isinstance(one.layer, Lit) for one in options(whole)):
                level = 1  # a view of one kind, which is kept under a name of its own
            numbers = numbers_in(step.args[1], item.loader) if step.op == "item" else set()
            if len(numbers) == 1:
                return level, self._index_over_events(step.args[1], numbers.pop(), base, oid) if is_own else EVENT
            if step.op == "item" and params_in(step.args[1], item.loader) - {base}:
                return None
            level, is_own = level + 1, True
        return None

    def _index_over_events(self, index: object, number: Sym, base: Sym, oid: int) -> Value:
        """What a load makes of an event's number; one that takes something off of its number is given another one."""
        if isinstance(index, Num) and any(times < 0 for _, times in index.terms):
            return EVENT
        return self._in_events(index, number, base, oid) or SOMETHING

    def _in_events(self, value: object, number: Sym, base: Sym, oid: int) -> Value | None:
        """What a load makes of an event's number, on one pool; None where nothing is shown."""
        if value == number:
            return EVENT
        if isinstance(value, Lit):
            return value
        if isinstance(value, Num):
            total: Value | None = lit(value.const)
            for sym, times in value.terms:
                part = self._in_events(sym, number, base, oid)
                total = add(total, part, times) if total is not None and part is not None else None
            return total
        if not isinstance(value, Sym):
            return None
        if value.op in {"op", "calc"}:
            sides = [self._in_events(side, number, base, oid) for side in value.args[1:]]
            return Sym("op", (value.args[0], *sides)) if None not in sides else None
        # What a host object kept of its pool when it was made is that of the pool that it loads.
        kept = (self._replayed(value, one, oid) for one in (base, *bases_of(value)))
        return next((one for one in kept if one is not None), None)

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

    def _find_meant(self, item: Evidence, base: Sym, pools: list[int]) -> list[int]:
        classes = self.checks.get(item.host, {}).get(base)
        if classes:
            pools = [p for p in pools if any(self.program.is_a(self.heap[p].cls, key) for key in classes)]
        made = self.made.get(item.host)
        if base.op != "param" or base.args[0] != item.loader or not made:
            return pools
        if any(self._is_record(m.pool, pools) for m in made):
            return pools
        able = [oid for oid in pools if self._has_what_is_asked(oid, self.heap[item.host].cls)]
        return [oid for oid in able if any(self._made_for(m, oid, pools) for m in made)]

    def _is_record(self, given: Value, pools: list[int]) -> bool:
        """Whether a host object was made for something that is no pool, by its class: it may hold one."""
        cls: str | None = None
        if isinstance(given, Instance):
            cls = self.heap[given.oid].cls
        elif isinstance(given, Sym) and given.op == "param":
            info = self.program.functions[str(given.args[0])]
            said = next((p.annotation for p in info.record.params if p.name == given.args[1]), None)
            found = self.annotated_class(info.path, said)
            cls = found.key if found is not None else None
        return cls is not None and not any(self.program.is_a(self.heap[p].cls, cls) for p in pools)

    def _has_what_is_asked(self, oid: int, host: str) -> bool:
        """Whether a pool has every attribute that a host object asks of its pool when it is made."""
        thing = self.heap[oid]
        known = self.is_known_whole(Instance(oid))
        return not known or self.needs.met_by(self.program.classes[thing.cls], frozenset(thing.attrs), host)

    def _of_any(self, pools: list[int], classes: frozenset[str]) -> list[int]:
        """Those of the pools that are of one of these classes, or all where none is given."""
        if not classes:
            return pools
        fitting = {c for c in {self.heap[p].cls for p in pools} if any(self.program.is_a(c, k) for k in classes)}
        return [p for p in pools if self.heap[p].cls in fitting]

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

    def _resolve(self, item: Evidence, base: Sym, oid: int) -> list[_Hit]:
        """Follow a path on one pool object; the buffers at its end, and whether a layer index follows them."""
        if item.called:
            return [(*buffer, False) for buffer in self._written_by(item.path, base, oid)]
        # What is promoted on the way begins a new table: the answer was found in parts before that.
        way, known = _way_of(item, base, oid), self._hits
        if way not in known:
            known[way] = self._follow_to_end(item, base, oid)
        return known[way]

    def _follow_to_end(self, item: Evidence, base: Sym, oid: int) -> list[_Hit]:
        path = item.path
        value = self._replayed(path, base, oid)
        if value is None:
            return []
        value = of_each_layer(value, item.loader)
        found = self.buffers_in(value, item, self._led_through(path, base, oid))
        whole = self._replayed(path.args[0], base, oid) if path.op == "item" and isinstance(path.args[0], Sym) else None
        tensors = {(p.oid, p.attr) for p in parts(whole) if isinstance(p, Row)} if whole is not None else set()
        return [(p.oid, p.attr, (p.oid, p.attr) in tensors) for p in found]

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
        self._is_written_to = self._written is None
        try:
            return self._follow(path, base, Instance(oid), State())
        except (Bail, RecursionError):
            return None
        finally:
            self._is_written_to = False
            self.building = was
            self.frames = held

    # Whether a way is followed to what a load writes into.
    _is_written_to = False

    def subscript_row(self, row: Row, index: Value, st: State, at: int) -> Value:
        """What a load writes into is no copy: on the way there, what the load gives as an index chooses a view."""
        given = self._is_written_to and isinstance(index, Sym) and index.op in {"param", "int"}
        if given and row.layer is None:
            return row.of_layer(index)
        return super().subscript_row(row, index, st, at)

    def _led_through(self, path: object, base: Sym, oid: int) -> Iterator[int]:
        """The objects that a path leads through on one pool, the last first."""
        while isinstance(path, Sym) and path not in {base, path.args[0]}:
            path = path.args[0]
            held = self._replayed(path, base, oid) if isinstance(path, Sym) and path != base else None
            yield from (p.oid for p in parts(held) if isinstance(p, Instance)) if held is not None else ()
        yield oid

    def forget_ways(self) -> None:
        """What was followed may have led through an attribute that has become a buffer."""
        self._replays = {}
        self._followed = {}
        self._hits = {}
        self._noted = set()

    _hits: dict[_Way, list[_Hit]]
    _noted: set[_Way]

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


def _way_of(item: Evidence, base: Sym, oid: int) -> _Way:
    return (item.path, item.loader, item.assigned, base, oid)


def _is_answer(value: Sym) -> bool:
    """Whether an unknown is what a call returned, or one of several that it did: a pool as a whole."""
    if value.op == "item" and isinstance(value.args[0], Sym) and isinstance(value.args[1], Lit):
        value = value.args[0]
    return value.op == "call"
