# expect: none
"""Two rules are broken in one method, and the comment names both."""

from kit import MHATokenToKVPool


class ExplainedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):  # gatecheck: ignore[GC007] loaded before the forward
        return self.k_buffer[layer_id - self.start_layer]

    def late(self, layer_id, loc):  # gatecheck: ignore[GC004] the copy is thrown away while a load is running
        rows = self.v_buffer[layer_id - self.start_layer][loc].clone()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return rows
