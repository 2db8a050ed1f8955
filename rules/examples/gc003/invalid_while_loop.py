# expect: GC003 PollingPool.drain
"""The wait stands in the body of a ``while`` whose condition may be false at once."""

from kit import MHATokenToKVPool


class PollingPool(MHATokenToKVPool):
    def drain(self, layer_id, queue):
        while queue:
            queue.pop()
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer].sum()
