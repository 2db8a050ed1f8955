"""Does a wait's index name the event of the layer that is read?

A buffer of the registered pool is indexed as its events are. A buffer behind a mapping is indexed by what the mapping
makes of a layer id, and its event is that id less the pool's first layer. An index that is not provably another event
counts as right: this analysis reports what it can show.
"""

from __future__ import annotations

from gatecheck.flow.values import ALL_LAYERS, Instance, Lit, Num, Seq, Sym, Union_, Value, add, as_num, difference, lit

RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"
_RANGES = frozenset({"range", "each"})


def judge_index(
    wait: Value, layer: Value | None, starts: frozenset[Sym], *, own: bool, counts: frozenset[Value] = frozenset()
) -> str:
    """Compare a wait's index with the layer index of a read.

    ``starts`` are the unknowns that this pool's waits subtract from layer ids; ``own`` says that the buffer belongs to
    the registered pool itself and is indexed as its events are; ``counts`` are numbers of an owned pool only.
    """
    if wait == ALL_LAYERS or layer is None:
        return RIGHT
    if isinstance(layer, Seq):
        verdicts = {judge_index(wait, item, starts, own=own, counts=counts) for item in layer.items}
        return RIGHT if RIGHT in verdicts else UNSURE
    if isinstance(layer, Union_):
        verdicts = {judge_index(wait, option, starts, own=own, counts=counts) for option in layer.options}
        return WRONG if verdicts == {WRONG} else RIGHT if RIGHT in verdicts else UNSURE
    if wait == layer and (own or not _is_mapped(layer)):
        return RIGHT
    wanted, waited = as_num(layer), as_num(wait)
    if wanted is None or waited is None:
        return UNSURE
    if waited.const == -1 and len(waited.terms) == 1 and waited.terms[0][0] in counts:
        return WRONG  # the last layer of an owned pool
    if _is_extreme(waited):
        if any(s.op == "max" for s, _ in waited.terms):
            return RIGHT
        return WRONG if _loops(wanted) else UNSURE
    if _loops(wanted) and not _loops(waited):
        return _judge_range(wait, waited, wanted)
    mapped = _mapped(wanted)
    if not waited.terms and wanted.terms:
        return WRONG  # one and the same event, whatever layer is read
    if mapped is not None:
        return _judge_mapped(waited, mapped, starts)
    return _judge_difference(waited, wanted, starts, own=own)


def _judge_range(wait: Value, waited: Num, wanted: Num) -> str:
    """Several layers are read: the event of the last of them covers all, and any single other one does not."""
    if any(last_of_range(wanted, s) == wait for s, _ in wanted.terms if _in_loop(s)):
        return RIGHT
    counted = len(waited.terms) == 1 and waited.terms[0][1] == 1
    if counted and waited.const == -1:
        return RIGHT  # the last of as many layers as something counts
    return WRONG if (counted and waited.const < -1) or _is_single(waited) else UNSURE


def _judge_difference(waited: Num, wanted: Num, starts: frozenset[Sym], *, own: bool) -> str:
    """Both in plain numbers: a constant apart is another layer; so is the first layer forgotten or taken off twice."""
    if _mapped(waited) is not None:
        return WRONG if own or _base(_mapped(waited)) == _base_of(wanted) else UNSURE
    rest = difference(waited, wanted)
    if not rest.terms:
        return RIGHT if rest.const == 0 else WRONG
    if rest.const and _takes_off(rest, starts):
        return WRONG
    return WRONG if _forgets_start(wanted, rest, starts, own=own) else UNSURE


def _takes_off(rest: Num, starts: frozenset[Sym]) -> bool:
    """Whether, but for a constant, two numbers differ by first layers: one of the pool's, or two that cancel."""
    if len(rest.terms) == 1:
        return rest.terms[0] in {(start, -1) for start in starts}
    ends = {factor: sym for sym, factor in rest.terms}
    return len(rest.terms) == 2 and ends.keys() == {1, -1} and ends[-1] in starts and _is_kept(ends[1])


def _is_kept(sym: Sym) -> bool:
    """Whether an unknown is something that an object keeps: an attribute, or what its constructor was given."""
    return sym.op == "attr" or (sym.op == "param" and str(sym.args[0]).endswith(".__init__"))


def _forgets_start(wanted: Num, rest: Num, starts: frozenset[Sym], *, own: bool) -> bool:
    """Whether only the first layer is missing in, or too much in, a wait for a layer that is counted as events are."""
    if rest.const != 0 or len(rest.terms) != 1 or rest.terms[0][0] not in starts:
        return False
    return own or (rest.terms[0][0], -1) in wanted.terms


def _judge_mapped(waited: Num, mapped: Value, starts: frozenset[Sym]) -> str:
    """The buffer lies behind a mapping of ``mapped``: the event is that id, less the first layer."""
    inner = _mapped(waited)
    source = as_num(mapped)
    if source is None:
        return UNSURE
    if inner is not None:
        return WRONG if inner == mapped else UNSURE
    rest = difference(waited, source)
    if not rest.terms:
        if rest.const != 0:
            return WRONG
        return WRONG if starts and not any(s in starts for s, _ in source.terms) else RIGHT
    subtracted = rest.terms == tuple((s, -1) for s, _ in rest.terms) and len(rest.terms) == 1
    if subtracted and rest.terms[0][0] in starts:
        return RIGHT if rest.const == 0 else WRONG
    return UNSURE


def _is_mapped(value: Value) -> bool:
    number = as_num(value)
    return number is not None and _mapped(number) is not None


def _mapped(value: Num) -> Value | None:
    """What a mapping was asked for, where the index is what a mapping gave back."""
    for sym, factor in value.terms:
        inner = mapping_key(sym)
        if factor == 1 and inner is not None:
            return inner
    return None


def mapping_key(sym: Sym) -> Value | None:
    """The key of a look-up: ``mapping[key]``, ``mapping.get(key)``, or an attribute of an element taken by ``key``."""
    if sym.op == "item" and isinstance(sym.args[1], (Sym, Num)) and _is_index(sym.args[1]):
        return sym.args[1]
    if sym.op == "item" and isinstance(sym.args[1], Lit) and isinstance(sym.args[0], Sym):
        return mapping_key(sym.args[0])
    if sym.op == "attr" and isinstance(sym.args[0], Instance):
        index = sym.args[0].index
        return index if isinstance(index, (Sym, Num)) else None
    if sym.op == "call" and isinstance(sym.args[0], Sym) and sym.args[0].op == "attr" and sym.args[0].args[1] == "get":
        positional = sym.args[1]
        return positional[0] if isinstance(positional, tuple) and positional else None
    return None


def _is_index(value: Value) -> bool:
    return not (isinstance(value, Sym) and value.op == "slice")


def _base(value: Value | None) -> frozenset[Sym]:
    num = as_num(value) if value is not None else None
    return frozenset(s for s, _ in num.terms) if num is not None else frozenset()


def _base_of(value: Num) -> frozenset[Sym]:
    return frozenset(s for s, _ in value.terms)


def _loops(value: Num) -> bool:
    return any(_in_loop(s) for s, _ in value.terms)


def _in_loop(sym: Sym) -> bool:
    return sym.op in _RANGES


def _is_single(value: Num) -> bool:
    """A single layer: no look-up of several, nothing unknown about how many."""
    return all(s.op in {"int", "param", "attr", "item"} for s, _ in value.terms)


def _is_extreme(value: Num) -> bool:
    return any(s.op in {"max", "min"} for s, _ in value.terms)


def last_of_range(index: Value, sym: Sym) -> Value:
    """The last of the layers that an index runs over with ``sym``: all of them, where their end is not known."""
    bounds = sym.args
    stop = bounds[0] if len(bounds) == 1 else bounds[1] if len(bounds) == 2 else None
    number = as_num(index)
    last = add(stop, lit(-1)) if sym.op == "range" and stop is not None else None  # type: ignore[arg-type]
    if number is None or last is None or dict(number.terms).get(sym) != 1:
        return ALL_LAYERS
    rest = add(index, sym, -1)
    end = add(rest, last) if rest is not None else None
    return end if end is not None else ALL_LAYERS
