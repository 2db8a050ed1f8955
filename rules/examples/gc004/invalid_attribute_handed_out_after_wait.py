# expect: GC004 StickyPool.prepare
"""The copy is kept in an attribute; the method that hands it out waits, which is too late for it."""

from kit import MHATokenToKVPool


class StickyPool(MHATokenToKVPool):
    def prepare(self, layer_id, loc):
        self.prepared = self.k_buffer[layer_id - self.start_layer][loc].contiguous()

    def take_prepared(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.prepared
