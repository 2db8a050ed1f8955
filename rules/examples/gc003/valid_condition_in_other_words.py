# expect: none
"""Waits and reads under one condition, which stands in the code twice, each time in other words."""

from enum import Enum, auto

from kit import MHATokenToKVPool


class Part(Enum):
    HEAD = auto()
    TAIL = auto()


class WordyPool(MHATokenToKVPool):
    def _land(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def unless_nothing_is_picked(self, layer_id, picked):
        if picked is not None and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        if picked is None:
            return None
        return self.k_buffer[layer_id - self.start_layer][picked]

    def neither_nor(self, layer_id, packed, cold):
        if not (packed or cold):
            self._land(layer_id)
        if not packed and not cold:
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def both(self, layer_id, packed, cold):
        if packed and cold:
            self._land(layer_id)
        if not cold or not packed:
            return None
        return self.k_buffer[layer_id - self.start_layer].clone()

    def turned_around(self, layer_id, width):
        if width > 4:
            self._land(layer_id)
        if 4 >= width:
            return None
        return self.k_buffer[layer_id - self.start_layer][:width]

    def one_of_several(self, layer_id, layout):
        if layout in ("packed", "cold"):
            self._land(layer_id)
        if layout == "packed":
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def member(self, layer_id, part):
        if part != Part.HEAD:
            self._land(layer_id)
        if Part.TAIL is part:
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def true_or_there(self, layer_id, request):
        if (picked := request.picked) is not None:
            self._land(layer_id)
        if bool(picked):
            return self.k_buffer[layer_id - self.start_layer][picked]
        return None

    def kept_in_a_variable(self, layer_id, packed, cold):
        needed = packed is not None and cold
        if needed:
            self._land(layer_id)
        if cold:
            return None if packed is None else self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def how_many(self, layer_id, picked):
        if len(picked) > 0:
            self._land(layer_id)
        assert picked
        return self.k_buffer[layer_id - self.start_layer][picked]

    def in_a_value(self, layer_id, picked):
        if picked is not None:
            self._land(layer_id)
        full = picked is not None and self.k_buffer[layer_id - self.start_layer][picked].sum() > 0
        return full

    def in_a_nested_function(self, layer_id, picked):
        if picked is not None:
            self._land(layer_id)

        def read():
            if picked is None:
                return None
            return self.k_buffer[layer_id - self.start_layer][picked].clone()

        return read()
