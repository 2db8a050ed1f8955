# expect: GC003 BranchyPool.get_key_buffer
# One way to the buffer returns early, in front of the wait.
from kit import MHATokenToKVPool


class BranchyPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id, fused=False):
        if fused:
            return self.k_buffer[layer_id - self.start_layer]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]
