# expect: none
"""On the ``def``, with a reason, for two findings below."""

from kit import MHATokenToKVPool


class CoveredPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):  # gatecheck: ignore[GC001] benchmarks only, nothing loads there
        keys = self.k_buffer[layer_id - self.start_layer][loc]
        values = self.v_buffer[layer_id - self.start_layer][loc]
        return keys, values
