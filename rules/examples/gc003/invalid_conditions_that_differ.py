# expect: GC003 HastyPool.either_of_both
# expect: GC003 HastyPool.other_bound
# expect: GC003 HastyPool.there_but_false
# expect: GC003 HastyPool.none_is_not_false
# expect: GC003 HastyPool.one_more
# expect: GC003 HastyPool.other_member
# expect: GC003 HastyPool.given_anew
# expect: GC003 HastyPool.in_a_value
"""Waits under one condition and reads under another, which only looks like it."""

from enum import Enum, auto

from kit import MHATokenToKVPool


class Part(Enum):
    HEAD = auto()
    TAIL = auto()
    REST = auto()


class HastyPool(MHATokenToKVPool):
    def _land(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def either_of_both(self, layer_id, packed, cold):
        needed = packed and cold
        if needed:
            self._land(layer_id)
        if packed or cold:
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def other_bound(self, layer_id, width):
        if width > 4:
            self._land(layer_id)
        if width < 4:
            return None
        return self.k_buffer[layer_id - self.start_layer][:width]

    def there_but_false(self, layer_id, picked):
        if picked:
            self._land(layer_id)
        if picked is not None:
            return self.k_buffer[layer_id - self.start_layer][picked]
        return None

    def none_is_not_false(self, layer_id, fast=None):
        if fast is False:
            return None
        if fast is not None:
            self._land(layer_id)
        return self.k_buffer[layer_id - self.start_layer].clone()

    def one_more(self, layer_id, layout):
        if layout == "packed":
            self._land(layer_id)
        if layout in ("packed", "cold"):
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def other_member(self, layer_id, part):
        if part == Part.HEAD:
            self._land(layer_id)
        if part != Part.TAIL:
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def given_anew(self, layer_id, picked, request):
        if picked is not None:
            self._land(layer_id)
        picked = request.picked
        if picked is not None:
            return self.k_buffer[layer_id - self.start_layer][picked]
        return None

    def in_a_value(self, layer_id, picked, cold, packed):
        if cold:
            self._land(layer_id)
        full = picked is not None and (cold or packed) and self.k_buffer[layer_id - self.start_layer][picked].sum() > 0
        return full
