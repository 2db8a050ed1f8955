# expect: GC902 QuietPool.get_rows
"""On a ``def`` a reason is owed as well."""

from kit import MHATokenToKVPool


class QuietPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):  # gatecheck: ignore[GC001]
        keys = self.k_buffer[layer_id - self.start_layer]
        return keys[loc]
