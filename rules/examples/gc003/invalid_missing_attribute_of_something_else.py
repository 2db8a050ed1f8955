# expect: GC003 CatchingPool.get_rows
# The error that is caught can come from what stands before the wait.
from kit import MHATokenToKVPool


class CatchingPool(MHATokenToKVPool):
    def get_rows(self, layer, loc):
        try:
            local = layer.layer_id - self.start_layer
            self.layer_transfer_counter.wait_until(local)
        except AttributeError:
            local = layer - self.start_layer
        return self.k_buffer[local][loc]
