# expect: GC902 TersePool.get_rows
"""A comment that silences something is used, though it gives no reason."""

from kit import MHATokenToKVPool


class TersePool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001]
