# expect: GC901 RepairedPool.get_rows
"""The accessor was given its wait, and the comment stayed."""

from kit import MHATokenToKVPool


class RepairedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        return keys[loc]  # gatecheck: ignore[GC001] this pool is loaded before the forward starts
