# expect: GC901 SealedPool.get_rows
"""A comment on a ``def`` covers its body, in which nothing is wrong."""

from kit import MHATokenToKVPool


class SealedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):  # gatecheck: ignore[GC001] the scheduler loads whole requests only
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
