"""What events are recorded by in the code around a count: the ranks of ids, or the keys of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, own_attribute, walk_all
from gatecheck.program.gaps import same
from gatecheck.program.loops import Loop, loops_of, only_name_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.origins import Origin, Origins

_DEPTH = 6
_COPIES = frozenset({"sorted", "list", "tuple", "set", "reversed"})
_NUMBERING = frozenset({"enumerate", "range", "len"})
_OF_MAPS = frozenset({"keys", "items", "values", "get"})
_MAPS = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict"})
_PLACES = frozenset({"index", "bisect_left", "searchsorted"})


class Indices:
    """Answers for one program, from what is written down."""

    def __init__(self, program: Program, origins: Origins) -> None:
        self._program = program
        self._origins = origins
        self._methods = _record_methods(program)

    def are_near(self, info: FunctionInfo) -> bool:
        """Whether the code around a count records events at all; a sum elsewhere may count the layers of a pool."""
        return bool(self._near(info))

    def by_rank(self, ids: r.Expr, info: FunctionInfo) -> bool:
        """Whether the code around a count records events by rank: every index numbers the counted ids from zero."""
        indices = self._near(info)
        return bool(indices) and all(
            self._is_rank(index, owner, _DEPTH) and not self._is_id(index, owner, ids, info) for index, owner in indices
        )

    def _is_id(self, index: r.Expr, owner: FunctionInfo, ids: r.Expr, info: FunctionInfo) -> bool:
        """Whether an index is one of the ids: it is asked for among them, or numbers what they were filtered out of."""
        whole = self._filtered(ids, info)
        if _is_number_in(whole, index, owner.record) or _is_asked_for(index, ids, owner.record):
            return True
        table = _looked_up(index, owner.record)
        made = [table, *(value for value, _ in self._origins.of(table, owner))] if table is not None else []
        return any(_is_filtered(each, whole) for each in made)

    def _filtered(self, ids: r.Expr, info: FunctionInfo) -> list[r.Expr]:
        """What ids were filtered out of: a number in there is an id itself."""
        made = [ids, *(value for value, _ in self._origins.of(ids, info))]
        return [_base(one.gens[0].iter) for one in made if isinstance(one, r.Comp) and any(g.tests for g in one.gens)]

    def by_keys_of(self, ids: r.Expr, info: FunctionInfo) -> bool:
        """Whether a count is that of a map of unknown make, and its keys are what events are recorded by.

        A map is there to be looked up in: had its keys no gaps, a list would do.
        """
        counted = ids.func.value if isinstance(ids, r.Call) and _is_view(ids) and isinstance(ids.func, r.Attr) else ids
        maps = [each for table in self._maps(counted, info, _DEPTH) for each in (table, *self._alike(*table))]
        if not any(_used_as_map(table, m.record) for table, who in maps for m in self._seeing(table, who)):
            return False
        sources = [(counted, info), *maps] if isinstance(counted, (r.Name, r.Attr)) else maps
        return any(
            isinstance(index, r.Name) and owner in self._seeing(source, who) and _is_key_of(source, index, owner.record)
            for index, owner in self._near(info)
            for source, who in sources
        )

    def _maps(self, ids: r.Expr, info: FunctionInfo, depth: int) -> list[Origin]:
        """The values of unknown make that some ids are, or are all keys of; none where they may be anything else."""
        table = _of_keys(ids)
        if depth == 0 or not isinstance(table, (r.Name, r.Attr)):
            return []
        if self._is_unknown(table, info, _DEPTH):
            return [(table, info)]
        found = [self._maps(value, owner, depth - 1) for value, owner in self._origins.of(table, info)]
        return [each for maps in found for each in maps] if all(found) else []

    def _alike(self, table: r.Expr, info: FunctionInfo) -> Iterator[Origin]:
        """The attributes that keep the same map as a variable, or the variables that an attribute was given."""
        if isinstance(table, r.Attr):
            yield from ((value, who) for value, who in self._origins.of(table, info) if isinstance(value, r.Name))
        for node in walk_all(info.record.body):
            if isinstance(node, r.Assign) and node.value is not None and same(node.value, table):
                yield from ((target, info) for target in node.targets if own_attribute(target, info.record) is not None)

    def _seeing(self, source: r.Expr, info: FunctionInfo) -> list[FunctionInfo]:
        """The functions in which an expression means what it means in one of them."""
        return self._around(info) if isinstance(source, r.Attr) else [info]

    # -- what is near ------------------------------------------------------------------------------------------------

    def _near(self, info: FunctionInfo) -> list[Origin]:
        """The indices that events are recorded by in a function, or in the methods of its class."""
        return [
            (node.args[0].value, method)
            for method in self._around(info)
            if called_of(method.record, self._methods)
            for node in _calls(method.record, self._methods)
        ]

    def _around(self, info: FunctionInfo) -> list[FunctionInfo]:
        return [info] if info.owner is None else list(self._program.classes[info.owner].methods.values())

    # -- ranks -------------------------------------------------------------------------------------------------------

    def _is_rank(self, index: r.Expr, owner: FunctionInfo, depth: int) -> bool:
        """Whether an index numbers ids from zero: it counts them, is looked up among ranks, or is a place in a list."""
        if depth == 0:
            return False
        if isinstance(index, r.Name):
            values = self._origins.of(index, owner)
            return self._counts_in_loop(index, owner, depth) or self._are_ranks(values, depth)
        if isinstance(index, r.Sub):
            return self._holds_ranks(index.value, owner, depth - 1)
        if isinstance(index, r.Call) and isinstance(index.func, r.Attr):
            looked_up = index.func.name == "get" and self._holds_ranks(index.func.value, owner, depth - 1)
            return looked_up or index.func.name in _PLACES
        return False

    def _are_ranks(self, values: list[Origin], depth: int) -> bool:
        return bool(values) and all(self._is_rank(value, owner, depth - 1) for value, owner in values)

    def _counts_in_loop(self, index: r.Name, owner: FunctionInfo, depth: int) -> bool:
        return any(
            index.id in _numbers(loop)
            or (index.id in _values_taken(loop) and self._ranks_listed(loop[1], owner, depth))
            for loop in loops_of(index, owner.record)
        )

    def _ranks_listed(self, source: r.Expr, owner: FunctionInfo, depth: int) -> bool:
        return (
            isinstance(source, r.Call)
            and isinstance(source.func, r.Attr)
            and self._holds_ranks(source.func.value, owner, depth - 1)
        )

    def _holds_ranks(self, table: r.Expr, owner: FunctionInfo, depth: int) -> bool:
        """Whether a map gives ids their ranks."""
        if depth <= 0:
            return False
        if isinstance(table, r.Comp):
            loops = [(gen.target, gen.iter) for gen in table.gens]
            return isinstance(table.value, r.Name) and any(table.value.id in _numbers(loop) for loop in loops)
        if isinstance(table, r.Call):
            return called_name(table) == "dict" and bool(table.args) and _pairs_with_numbers(table.args[0].value)
        if not isinstance(table, (r.Name, r.Attr)):
            return False
        made = [origin for origin in self._origins.of(table, owner) if not _is_empty(origin[0])]
        filled = list(self._put_into(table, owner))
        put = all(self._is_rank(value, who, depth - 1) for value, who in filled)
        return bool(made or filled) and put and all(self._holds_ranks(t, who, depth - 1) for t, who in made)

    def _put_into(self, table: r.Name | r.Attr, owner: FunctionInfo) -> Iterator[Origin]:
        """What is stored under the keys of a map."""
        for method in self._origins.writers(table, owner):
            for node in walk_all(method.record.body):
                targets = node.targets if isinstance(node, r.Assign) and node.value is not None else ()
                if isinstance(node, r.Assign) and any(isinstance(t, r.Sub) and same(t.value, table) for t in targets):
                    assert node.value is not None
                    yield node.value, method

    # -- maps --------------------------------------------------------------------------------------------------------

    def _is_unknown(self, table: r.Expr, info: FunctionInfo, depth: int) -> bool:
        """Whether a value comes from parameters that no caller in the program passes, and from nowhere else."""
        if not isinstance(table, (r.Name, r.Attr)) or depth == 0:
            return False
        found = self._origins.of(table, info)
        if found:
            return all(self._is_unknown(value, owner, depth - 1) for value, owner in found)
        return isinstance(table, r.Name) and any(p.name == table.id for p in info.record.params)


def _record_methods(program: Program) -> frozenset[str]:
    """The methods that record the event of an index."""
    return frozenset(
        info.record.name
        for info in program.having({"record"})
        if info.owner is not None and called_of(info.record, frozenset({"record"})) and len(info.record.params) == 2
    )


def _calls(record: r.Function, names: frozenset[str]) -> list[r.Call]:
    return [
        node
        for node in walk_all(record.body)
        if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in names and node.args
    ]


def _numbers(loop: Loop) -> set[str]:
    """The variables of a loop that count from zero."""
    target, source = loop
    source = _uncopied(source)
    if not (isinstance(source, r.Call) and isinstance(source.func, r.Name)):
        return set()
    items = target.items if isinstance(target, r.Seq) else ()
    if source.func.id == "range":
        return only_name_in(target) if _counts_up(source) else set()
    if source.func.id == "enumerate":
        return only_name_in(items[0]) if items and _is_zero(source.args[1:]) else set()
    if source.func.id == "zip":
        return {
            n
            for item, arg in zip(items, source.args, strict=False)
            if _counts_up(arg.value)
            for n in only_name_in(item)
        }
    return set()


def _is_number_in(whole: list[r.Expr], index: r.Expr, record: r.Function) -> bool:
    """Whether an index is that of a loop over one of these."""
    return isinstance(index, r.Name) and any(
        index.id in _numbers(loop) and any(same(_base(loop[1]), one) for one in whole)
        for loop in loops_of(index, record)
    )


def _base(source: r.Expr) -> r.Expr:
    """What a loop runs over in the end: the ``x`` of ``enumerate(sorted(x))`` and of ``range(len(x))``."""
    while isinstance(source, r.Call) and called_name(source) in _COPIES | _NUMBERING and source.args:
        source = source.args[0].value
    return source


def _is_asked_for(index: r.Expr, ids: r.Expr, record: r.Function) -> bool:
    """Whether a function asks whether an index is among some ids."""
    return isinstance(index, r.Name) and any(
        isinstance(node, r.Compare)
        and node.op in {"in", "not in"}
        and isinstance(node.left, r.Name)
        and node.left.id == index.id
        and same(_base(node.right), _base(ids))
        and loops_of(node.left, record) == loops_of(index, record)
        for node in walk_all(record.body)
    )


def _looked_up(index: r.Expr, record: r.Function) -> r.Expr | None:
    """The table that an index is taken from, by a key or in a loop over what it holds."""
    if isinstance(index, r.Sub):
        return index.value
    if isinstance(index, r.Call) and isinstance(index.func, r.Attr) and index.func.name == "get":
        return index.func.value
    if not isinstance(index, r.Name):
        return None
    source = next((loop[1] for loop in loops_of(index, record) if index.id in _values_taken(loop)), None)
    return source.func.value if isinstance(source, r.Call) and isinstance(source.func, r.Attr) else None


def _is_filtered(table: r.Expr, whole: list[r.Expr]) -> bool:
    """Whether a table was filtered out of one of these: a number in it is an id, unless it was numbered again."""
    if isinstance(table, r.Call) and called_name(table) in {"dict", *_COPIES} and table.args:
        return _is_filtered(table.args[0].value, whole)
    return isinstance(table, r.Comp) and any(
        gen.tests and any(same(_base(gen.iter), one) for one in whole) for gen in table.gens
    )


def _counts_up(source: r.Expr) -> bool:
    """``range(n)`` or ``count()``, which begin at zero however that is said, and leave nothing out."""
    if not isinstance(source, r.Call) or called_name(source) not in {"range", "count"}:
        return False
    args = source.args
    if called_name(source) == "count":
        return _is_zero(args[:1]) and all(arg.value == r.Const(1) for arg in args[1:])
    return len(args) == 1 or (_is_zero(args[:1]) and all(arg.value == r.Const(1) for arg in args[2:]))


def _is_zero(start: tuple[r.Arg, ...]) -> bool:
    return all(arg.value == r.Const(0) for arg in start)


def _pairs_with_numbers(source: r.Expr) -> bool:
    """``zip(ids, range(n))``, or pairs whose second half counts."""
    if isinstance(source, r.Comp):
        pair = source.value
        loops = [(gen.target, gen.iter) for gen in source.gens]
        second = pair.items[1] if isinstance(pair, r.Seq) and len(pair.items) == 2 else None
        return isinstance(second, r.Name) and any(second.id in _numbers(loop) for loop in loops)
    zipped = isinstance(source, r.Call) and called_name(source) == "zip" and len(source.args) == 2
    return zipped and isinstance(source, r.Call) and _counts_up(source.args[1].value)


def _uncopied(source: r.Expr) -> r.Expr:
    """What is run over, where that is a copy of it, or the same in another order."""
    while isinstance(source, r.Call) and isinstance(source.func, r.Name) and source.func.id in _COPIES and source.args:
        source = source.args[0].value
    return source


def _values_taken(loop: Loop) -> set[str]:
    """The variables of a loop that take the values of a map."""
    target, source = loop
    if not (isinstance(source, r.Call) and isinstance(source.func, r.Attr)):
        return set()
    if source.func.name == "items" and isinstance(target, r.Seq) and len(target.items) == 2:
        return only_name_in(target.items[1])
    return only_name_in(target) if source.func.name == "values" else set()


def _is_key_of(table: r.Expr, index: r.Name, record: r.Function) -> bool:
    """Whether a loop that runs over the keys of a map gives a variable its value."""
    return any(index.id in _keys_of(loop, table) for loop in loops_of(index, record))


def _keys_of(loop: Loop, table: r.Expr) -> set[str]:
    target, source = loop[0], _uncopied(loop[1])
    if isinstance(source, r.Call) and isinstance(source.func, r.Attr) and same(source.func.value, table):
        items = source.func.name == "items" and isinstance(target, r.Seq) and len(target.items) == 2
        if items and isinstance(target, r.Seq):
            return only_name_in(target.items[0])
        return only_name_in(target) if source.func.name == "keys" else set()
    return only_name_in(target) if same(source, table) else set()


def _is_view(node: r.Call) -> bool:
    return isinstance(node.func, r.Attr) and node.func.name in {"keys", "items", "values"}


def _of_keys(ids: r.Expr) -> r.Expr:
    """The map whose keys are run over, in whatever order."""
    while (
        isinstance(source := _uncopied(ids), r.Call) and isinstance(source.func, r.Attr) and source.func.name == "keys"
    ):
        ids = source.func.value
    return source


def _is_empty(expr: r.Expr) -> bool:
    empty_call = isinstance(expr, r.Call) and called_name(expr) == "dict" and not expr.args
    return empty_call or (isinstance(expr, r.DictLit) and not expr.keys)


def _used_as_map(table: r.Expr, record: r.Function) -> bool:
    """Whether a function takes a value for a map: by its annotation, or by asking it for keys and values."""
    annotations = (p.annotation for p in record.params if isinstance(table, r.Name) and p.name == table.id)
    said = any(
        isinstance(node, r.Name) and node.id in _MAPS
        for annotation in annotations
        if annotation is not None
        for node in walk_all((r.ExprStmt(annotation, 0),))
    )
    return said or any(
        isinstance(node, r.Attr) and node.name in _OF_MAPS and same(node.value, table) for node in walk_all(record.body)
    )
