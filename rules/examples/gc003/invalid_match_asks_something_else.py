# expect: GC003 MatchingPool.guarded
# expect: GC003 MatchingPool.other_constant
"""Waits in a case of a match, and reads in another one, too."""

from kit import MHATokenToKVPool


class MatchingPool(MHATokenToKVPool):
    def _land(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def guarded(self, layer_id, layout, cold):
        match layout:
            case "packed" if cold:
                self._land(layer_id)
            case _:
                pass
        if layout == "packed":
            return self.k_buffer[layer_id - self.start_layer].clone()
        return None

    def other_constant(self, layer_id, layout):
        match layout:
            case "packed":
                self._land(layer_id)
            case "cold":
                layout = "packed"
        match layout:
            case "packed":
                return self.k_buffer[layer_id - self.start_layer].clone()
            case _:
                return None
