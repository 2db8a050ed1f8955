# expect: GC902 DashedPool.get_rows
"""A dash and a colon are no reason."""

from kit import MHATokenToKVPool


class DashedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001] --
