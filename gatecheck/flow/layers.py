"""Does a wait's index name the event of the layer that is read?

A buffer of the registered pool is indexed as its events are. A buffer behind a mapping is indexed by what the mapping
makes of a layer id, and its event is that id less the pool's first layer. An index that is not provably another event
counts as right: this analysis reports what it can show.
"""

from __future__ import annotations

import msgspec

from gatecheck.flow.linear import add, as_num, difference, plain
from gatecheck.flow.ranges import bounds_of, last_of_range, looped, loops
from gatecheck.flow.values import ALL_LAYERS, Instance, Lit, Num, Seq, Sym, Union_, Value, lit

RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"
_LOOK_UPS = frozenset({"get", "index"})
_EITHER = frozenset({"default", "or", "and"})
_CHOICES = frozenset({"max", "min"}) | _EITHER


class Numbering(msgspec.Struct, frozen=True):
    """How the layers of one buffer are numbered, and what else is known of the numbers around it.

    ``starts`` are the unknowns that this pool's waits subtract from layer ids; ``own`` says that the buffer belongs to
    the registered pool itself and is indexed as its events are, and ``lengths`` then are how many layers it has;
    ``counts`` are numbers of an owned pool only, or of the layers that have a place in it, and ``shift`` is what a load
    adds to an event's number for its index. ``counted`` says that waits compare their index with a count.
    """

    starts: frozenset[Sym]
    own: bool
    counts: frozenset[Value] = frozenset()
    lengths: frozenset[Sym] = frozenset()
    shift: Num | None = None
    counted: bool = False


def judge_index(wait: Value, layer: Value | None, by: Numbering) -> str:
    """Compare a wait's index with the layer index of a read."""
    if wait == ALL_LAYERS:
        return RIGHT
    passed = by.counted and is_from_the_end(wait)
    if passed or layer is None:
        return WRONG if passed or _misses_all(wait, by.starts) else RIGHT
    if isinstance(layer, Seq):
        verdicts = {judge_index(wait, item, by) for item in layer.items}
        return RIGHT if RIGHT in verdicts else UNSURE
    if isinstance(layer, Union_):
        verdicts = {judge_index(wait, option, by) for option in layer.options}
        return WRONG if verdicts == {WRONG} else RIGHT if RIGHT in verdicts else UNSURE
    if is_from_the_end(layer) and by.lengths and wait != layer:
        return _judge_from_the_end(wait, layer, by)
    wanted, waited = as_num(layer), as_num(wait)
    either = _either(waited, wanted) if waited is not None and wanted is not None else ()
    if either:
        return judge_index(wait, Union_(either), by)
    shifted = _judge_shifted(waited, wanted, by) if waited is not None and wanted is not None else None
    if shifted is not None:
        return shifted
    if wait == layer and (by.own or not _is_mapped(layer)):
        return RIGHT
    if wanted is None or waited is None or any(_is_some(s) for s, _ in wanted.terms):
        return UNSURE
    if any(last_of_range(layer, s) == wait for s in looped(wanted)):
        return RIGHT
    if waited.const == -1 and len(waited.terms) == 1 and waited.terms[0][0] in by.counts:
        return WRONG  # the last layer of an owned pool
    choice = _choice(waited, wanted)
    if choice is not None:
        return _judge_choice(choice, waited, wanted, by)
    return _judge_number(waited, wanted, by)


def is_from_the_end(index: Value) -> bool:
    """Whether an index counts from the end of a table."""
    return isinstance(index, Lit) and isinstance(index.value, int) and index.value < 0


def _judge_from_the_end(wait: Value, layer: Value, by: Numbering) -> str:
    """The last of as many layers as the buffer has, or one before it."""
    counted = (add(length, layer) for length in by.lengths)
    verdicts = {judge_index(wait, one, by) for one in counted if one is not None}
    return RIGHT if RIGHT in verdicts else WRONG if verdicts == {WRONG} else UNSURE


def _misses_all(wait: Value, starts: frozenset[Sym]) -> bool:
    """Whether a wait is for a layer below the highest or the lowest of some: where all are read, that says nothing."""
    number = as_num(wait)
    if number is None or number.const >= 0:
        return False
    ends = [s for s, times in number.terms if s.op in {"max", "min"} and len(s.args) == 1 and times == 1]
    others = [s for s, times in number.terms if s in starts and times == -1]
    return len(ends) == 1 and len(number.terms) == 1 + len(others)


def _either(waited: Num, wanted: Num) -> tuple[Value, ...]:
    """The two layers of which one is read by a test, where the wait does not choose in the same way."""
    chosen = (s for s, times in wanted.terms if s.op in _EITHER and times == 1 and s not in _base_of(waited))
    choice = next(chosen, None)
    if choice is None:
        return ()
    rest = plain(difference(wanted, Num(((choice, 1),), 0)))
    found = [add(rest, one) for one in choice.args]  # type: ignore[arg-type]
    return tuple(one for one in found if one is not None) if None not in found else ()


def _judge_shifted(waited: Num, wanted: Num, by: Numbering) -> str | None:
    """A buffer whose index is an event's number and something that its owner keeps; None where nothing is shown."""
    if by.shift is None or not by.shift.terms:
        return None
    rest = difference(difference(waited, wanted), difference(Num((), 0), by.shift))
    if not rest.terms and rest.const == 0:
        return RIGHT
    if not by.starts or any(s in by.starts for s, _ in by.shift.terms):
        return None  # a load that is given layer ids takes off their first layer itself
    return WRONG if not rest.terms or rest.terms == by.shift.terms else None


def _judge_number(waited: Num, wanted: Num, by: Numbering) -> str:
    """Both are numbers, and the wait's is one and no choice of several."""
    beside = _judge_end(waited, wanted, by)
    if beside is not None:
        return beside
    if loops(wanted) and not loops(waited):
        return _judge_range(waited, wanted)
    mapped = _mapped(wanted)
    if not waited.terms and wanted.terms:  # one and the same event, whatever layer is read
        return UNSURE if _is_further_on(difference(wanted, waited), by.starts) else WRONG
    if mapped is not None:
        return _judge_mapped(waited, mapped, by.starts)
    return _judge_difference(waited, wanted, by.starts, own=by.own)


def _choice(waited: Num, wanted: Num) -> Sym | None:
    """What a wait chooses between, where the read does not choose in the same way."""
    asked = _base_of(wanted)
    chosen = (s for s, times in waited.terms if times == 1 and s not in asked)
    return next((s for s in chosen if s.op in _CHOICES or (_is_first(s) and Sym("elem", s.args[:1]) in asked)), None)


def _is_first(sym: Sym) -> bool:
    """The first of some layers that a list holds."""
    return sym.op == "item" and sym.args[1] == lit(0)


def _judge_choice(choice: Sym, waited: Num, wanted: Num, by: Numbering) -> str:
    """A wait for one of several events: by a test, or for the highest or the lowest of them."""
    rest = difference(waited, Num(((choice, 1),), 0))
    of = Sym("elem", choice.args[:1])
    if (of, 1) in wanted.terms and (len(choice.args) == 1 or _is_first(choice)):
        each = _judge_difference(_moved(rest, of), wanted, by.starts, own=by.own)
        return each if choice.op == "max" else WRONG if each == RIGHT else UNSURE
    if _is_first(choice):
        return UNSURE
    among = choice.args[0].items if len(choice.args) == 1 and isinstance(choice.args[0], Seq) else choice.args
    found = [add(rest, one) for one in among] if len(among) > 1 else []  # type: ignore[arg-type]
    if choice.op in _EITHER:
        verdicts = {judge_index(one, plain(wanted), by) if one is not None else UNSURE for one in found}
        return WRONG if verdicts == {WRONG} else RIGHT if RIGHT in verdicts else UNSURE
    if loops(wanted):
        is_all = not any(_is_open(s) for s in looped(wanted))
        falls_short = choice.op != "max" or (is_all and _misses_all(plain(waited), by.starts))
        return RIGHT if not falls_short else WRONG if is_all else UNSURE
    return WRONG if _misses(choice.op, found, wanted) else UNSURE


def _misses(op: str, found: list[Value | None], wanted: Num) -> bool:
    """Whether the highest, or the lowest, of some events is never that of the layer that is read."""
    away = [_distance(one, wanted) for one in found]
    if op == "min":
        return any(gap is not None and gap < 0 for gap in away)
    known = [gap for gap in away if gap is not None]
    floors = sum(one == lit(0) for one in found)
    return bool(known) and 0 not in known and len(known) + floors == len(found)


def _distance(value: Value | None, wanted: Num) -> int | None:
    """How many layers a number is past the one that is read, where they are a known number apart."""
    number = as_num(value) if value is not None else None
    gap = difference(number, wanted) if number is not None else None
    return gap.const if gap is not None and not gap.terms else None


def _moved(rest: Num, sym: Sym) -> Num:
    """``rest + sym``."""
    return difference(rest, Num(((sym, -1),), 0))


def _judge_end(waited: Num, wanted: Num, by: Numbering) -> str | None:
    """A wait counted from the end of the table, or from its middle: the last event covers all; None where it is not."""
    firsts = {(start, 1) for start in by.starts if _is_kept(start)}
    if by.own and waited.terms and firsts.issuperset(waited.terms):
        return WRONG  # the pool's first layer, whatever layer is read
    if len(waited.terms) == 1 and _is_fraction(waited.terms[0][0]) and waited.terms[0][0].args[1] in by.lengths:
        return WRONG if wanted.terms and all(bounds_of(s) is None for s in looped(wanted)) else None
    for length in by.lengths:
        rest = difference(waited, Num(((length, 1),), 0))
        if not rest.terms and rest.const == -1:
            return RIGHT
        if not rest.terms and (rest.const >= 0 or (wanted.terms and not loops(wanted))):
            return WRONG
        if len(rest.terms) == 1 and rest.terms[0] in {(start, 1) for start in by.starts}:
            return WRONG  # the end in the numbering of layer ids
    return None


def _judge_range(waited: Num, wanted: Num) -> str:
    """Several layers are read: the event of the last of them covers all, and any single other one does not."""
    loops = looped(wanted)
    if any(_is_open(s) for s in loops):
        return WRONG if any(_falls_short(waited, wanted, s) for s in loops) else UNSURE
    counted = len(waited.terms) == 1 and waited.terms[0][1] == 1
    if counted and waited.const == -1:
        return RIGHT  # the last of as many layers as something counts
    return WRONG if (counted and waited.const < -1) or _is_single(waited) else UNSURE


def is_later(wait: Value, layer: Value | None) -> bool:
    """Whether a wait is for an event that is a known number of layers past the last that is read."""
    waited, wanted = as_num(wait), as_num(layer) if layer is not None else None
    if waited is None or wanted is None:
        return False
    ends = [last_of_range(plain(wanted), s) for s in looped(wanted)] or [plain(wanted)]
    ahead = [_distance(end, waited) for end in ends]
    return all(gap is not None and gap < 0 for gap in ahead)


def _is_open(several: Sym) -> bool:
    """Whether the end of several layers is a choice, or one of a slice: it may be where some other number leads."""
    bounds = bounds_of(several)
    if bounds is None:
        return False
    end = as_num(bounds[1])
    return several.op == "each" or end is None or any(s.op in _CHOICES for s, _ in end.terms)


def _falls_short(waited: Num, wanted: Num, several: Sym) -> bool:
    """Whether a wait is for a layer before the last of several: a known number before it, or not behind their first."""
    bounds = bounds_of(several)
    first = add(plain(wanted), several, -1)
    first = add(first, bounds[0]) if first is not None and bounds is not None else None
    ahead, behind = _distance(last_of_range(plain(wanted), several), waited), _distance(first, waited)
    return (ahead is not None and ahead > 0) or (behind is not None and behind >= 0)


def _judge_difference(waited: Num, wanted: Num, starts: frozenset[Sym], *, own: bool) -> str:
    """Both in plain numbers: a constant apart is another layer; so is the first layer forgotten or taken off twice."""
    mapped = _mapped(waited)
    if mapped is not None:
        return WRONG if own or _ids_of(as_num(mapped)) == _ids_of(wanted) else UNSURE
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


def _is_further_on(rest: Num, starts: frozenset[Sym]) -> bool:
    """Whether two numbers differ by one that an object keeps: layers of several kinds can stand in one list."""
    sym, factor = rest.terms[0]
    own = sym.op != "attr" or isinstance(sym.args[0], Instance)
    return rest.const == 0 and len(rest.terms) == factor == 1 and sym not in starts and own and _is_kept(sym)


def _forgets_start(wanted: Num, rest: Num, starts: frozenset[Sym], *, own: bool) -> bool:
    """Whether, but for a constant, only the first layer is missing in, or too much in, a wait's index."""
    if len(rest.terms) != 1 or rest.terms[0][0] not in starts:
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
    """The key of a look-up: by subscript, ``get`` or ``index``, or an attribute of an element taken by the key."""
    if sym.op == "item" and isinstance(sym.args[1], (Sym, Num)) and _is_index(sym.args[1]):
        return sym.args[1]
    if sym.op == "item" and isinstance(sym.args[1], Lit) and isinstance(sym.args[0], Sym):
        return mapping_key(sym.args[0])
    if sym.op == "attr" and isinstance(sym.args[0], Instance):
        index = sym.args[0].index
        return index if isinstance(index, (Sym, Num)) else None
    method = sym.args[0] if sym.op == "call" else None
    if isinstance(method, Sym) and method.op == "attr" and method.args[1] in _LOOK_UPS:
        positional = sym.args[1]
        return positional[0] if isinstance(positional, tuple) and positional else None
    return None


def _is_index(value: Value) -> bool:
    return not (isinstance(value, Sym) and value.op == "slice")


def _ids_of(value: Num | None) -> frozenset[Sym]:
    """What a layer's number is made of, but for what is taken off."""
    return frozenset(s for s, times in value.terms if times > 0) if value is not None else frozenset()


def _base_of(value: Num) -> frozenset[Sym]:
    return frozenset(s for s, _ in value.terms)


def _is_single(value: Num) -> bool:
    """A single layer: no look-up of several, nothing unknown about how many, and not the last in a list of ids.

    A number that an object keeps may be that of its last layer.
    """
    ops = {"int", "param", "attr", "item"}
    known = all((s.op in ops and s.args[-1] != lit(-1)) or _is_fraction(s) for s, _ in value.terms)
    return known and not any(times > 0 and _is_kept(s) for s, times in value.terms)


def _is_fraction(sym: Sym) -> bool:
    """A whole part of a number: the layer in the middle."""
    if sym.op != "op" or len(sym.args) != 3:
        return False
    op, _, by = sym.args
    least = {"//": 2, ">>": 1}.get(str(op))
    return least is not None and isinstance(by, Lit) and isinstance(by.value, int) and by.value >= least


def _is_some(sym: Sym) -> bool:
    """Any of some layers of which nothing is known."""
    return sym.op == "each" and sym.args[2:] == (Sym("slice", ()),)
