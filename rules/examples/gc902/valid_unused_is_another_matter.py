# expect: GC901 IdlePool.get_rows
"""A comment that matches nothing is told once, as unused, though it gives no reason either."""

from kit import MHATokenToKVPool


class IdlePool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.get_key_buffer(layer_id)[loc]  # gatecheck: ignore[GC001]
