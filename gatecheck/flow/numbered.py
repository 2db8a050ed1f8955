"""Inner pools whose layers have numbers of their own: an index of such a pool is no event's, however it is written.

Accessors show them: they wait for a layer, and look it up to read it. What is only looked up may be a list of layers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import as_num, difference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.flow.base import Read
    from gatecheck.flow.heap import Heap
    from gatecheck.flow.values import Num, Value

Buffer = tuple[int, str]
_PLAIN = frozenset({"attr", "int", "param", "range"})


class Numbers(msgspec.Struct, frozen=True):
    """The buffers whose layers accessors wait for and look up, and the inner pools that have some of them."""

    buffers: frozenset[Buffer] = frozenset()
    pools: frozenset[int] = frozenset()

    @staticmethod
    def of(reads: Iterable[Read], heap: Heap) -> Numbers:
        """What the reads of all accessors show."""
        buffers = {(read.oid, read.attr) for read in reads if _is_looked_up(read)}
        return Numbers(frozenset(buffers), frozenset(oid for oid, _ in buffers if heap.root_of(oid) != oid))

    def are_lost_by(self, read: Read) -> bool:
        """Whether a read takes one layer by its number in such a pool, which it has not looked up."""
        apart = read.oid in self.pools or (read.oid, read.attr) in self.buffers
        return apart and _is_plain(read.layer)

    def are_taken_for_events(self, index: Value, read: Read) -> bool:
        """Whether a wait for the event of this index takes that for the event which is the layer's number there."""
        inner = read.oid in self.pools and (read.oid, read.attr) in self.buffers
        return inner and index == read.layer and _is_plain(index)


def _is_looked_up(read: Read) -> bool:
    number = as_num(read.layer) if read.layer is not None else None
    keys = [mapping_key(sym) for sym, times in number.terms if times == 1] if number is not None else []
    waited = [as_num(wait.index) for wait in read.must]
    asked = [as_num(key) for key in keys if key is not None]
    return any(_is_event_of(w, key) for w in waited for key in asked if w is not None and key is not None)


def _is_event_of(waited: Num, layer: Num) -> bool:
    """Whether an index is a layer's number, or that with one other, the first layer, taken off."""
    rest = difference(waited, layer)
    return not rest.const and (not rest.terms or [times for _, times in rest.terms] == [-1])


def _is_plain(layer: Value | None) -> bool:
    number = as_num(layer) if layer is not None else None
    return number is not None and all(sym.op in _PLAIN and mapping_key(sym) is None for sym, _ in number.terms)
