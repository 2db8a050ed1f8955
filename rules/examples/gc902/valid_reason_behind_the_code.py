# expect: none
"""A reason stands behind the code."""

from kit import MHATokenToKVPool


class ExplainedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001] loads end before the forward
