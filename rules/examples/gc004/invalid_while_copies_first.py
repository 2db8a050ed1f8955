# expect: GC004 P.rows
# The same in a loop on a condition.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_ids, loc):
        out = []
        while layer_ids:
            layer_id = layer_ids.pop()
            out.append(self.k_buffer[layer_id - self.start_layer][loc])
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
