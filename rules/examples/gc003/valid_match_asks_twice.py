# expect: none
"""Waits in a case of a match; the other cases read nothing."""

from kit import MHATokenToKVPool


class MatchingPool(MHATokenToKVPool):
    def _land(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def twice(self, layer_id, layout):
        match layout:
            case "packed" | "cold":
                self._land(layer_id)
            case _:
                layout = None
        match layout:
            case "packed":
                return self.k_buffer[layer_id - self.start_layer].clone()
            case _:
                return None

    def asked_by_if(self, layer_id, picked, cold):
        match picked:
            case None:
                return None
            case _ if cold:
                self._land(layer_id)
        if not cold:
            return None
        return self.k_buffer[layer_id - self.start_layer][picked]
