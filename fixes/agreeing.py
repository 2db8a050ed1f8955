"""Gates that agree with what a pool shows of its events: whether its first layer is taken off what is looked up.

An index behind a mapping does not tell it. The pool's own waits do, else what its loads look up for an event's number;
where neither does, a pool that keeps what other pools' waits take off is taken for one of their kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk
from gatecheck.fixes.chains import is_self
from gatecheck.flow.cases import COVERED
from gatecheck.flow.events import EVENT
from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import as_num
from gatecheck.flow.values import Lit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gatecheck.fixes.idiom import Form
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.base import Read
    from gatecheck.flow.values import Value
    from gatecheck.flow.verdicts import Access


def agreeing(forms: tuple[Form, ...], analysis: Analysis, root: str, reads: list[Read]) -> tuple[Form, ...]:
    """The gates that count as a pool does, where these reads look their layer up and no wait takes a first one off."""
    walker, oid = analysis.walker, analysis.roots.get(root)
    if oid is None or not reads or not all(map(_keys_of, reads)):
        return forms
    if analysis.starts.get(oid) or any(map(walker.first_keys, reads)):
        return forms
    attrs = walker.heap[oid].attrs
    taking = [form for form in forms if not form.raw and any(_is_unknown(attrs, name) for name in _taken_off(form))]
    beside = (access for (key, _), found in analysis.accesses.items() if key == root for access in found)
    if _count_from_nought(reads, beside, walker.keys):
        return tuple(form for form in forms if form not in taking)
    return tuple(form for form in forms if not form.raw) if taking else forms


def _count_from_nought(
    reads: Iterable[Read], beside: Iterable[Access], keys: Mapping[tuple[int, str], set[Value]]
) -> bool:
    """Whether a layer's id is its event's number: the pool's other waits have it so, or what loads look up."""
    waited = any(access.verdict == COVERED and _waits_for_key(access) for access in beside)
    return waited or all(keys.get((read.oid, read.attr)) == {EVENT} for read in reads)


def _waits_for_key(access: Access) -> bool:
    return access.witness is not None and access.witness.index in _keys_of(access.read)


def _keys_of(read: Read) -> list[Value]:
    number = as_num(read.layer) if read.layer is not None else None
    keys = [mapping_key(sym) for sym, _ in number.terms] if number is not None else []
    return [key for key in keys if key is not None]


def _taken_off(form: Form) -> set[str]:
    """The attributes of the object itself that a gate takes off its layer."""
    sums = (n for n in walk(form.gate) if isinstance(n, r.Bin) and n.op == "-" and n.left == form.hole)
    return {n.right.name for n in sums if isinstance(n.right, r.Attr) and is_self(n.right.value)}


def _is_unknown(attrs: Mapping[str, Value], name: str) -> bool:
    return not isinstance(attrs.get(name), Lit)
