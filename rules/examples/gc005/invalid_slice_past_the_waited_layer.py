# expect: GC005 SlicePool.one_more
# expect: GC005 SlicePool.from_the_first
"""A slice that goes on behind the layer whose event has come."""

from kit import MHATokenToKVPool


class SlicePool(MHATokenToKVPool):
    def one_more(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(local)
        return [b[loc] for b in self.k_buffer[: local + 2]]

    def from_the_first(self, first, last, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(first - self.start_layer)
        return [b[loc] for b in self.k_buffer[first - self.start_layer : last - self.start_layer]]
