# expect: GC004 LatePool.get_key_copy
# The clone is made first; the wait that follows cannot repair it.
from kit import MHATokenToKVPool


class LatePool(MHATokenToKVPool):
    def get_key_copy(self, layer_id, loc):
        rows = self.k_buffer[layer_id - self.start_layer][loc].clone()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return rows
