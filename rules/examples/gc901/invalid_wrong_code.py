# expect: GC001 MistakenPool.get_rows
# expect: GC901 MistakenPool.get_rows
"""The comment names another rule than the one that is broken."""

from kit import MHATokenToKVPool


class MistakenPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC007] loaded before the forward
