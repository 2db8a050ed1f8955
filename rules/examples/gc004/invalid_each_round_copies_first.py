# expect: GC004 P.rows
# Each round of the loop copies its layer before it waits for it.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_ids, loc):
        out = []
        for layer_id in layer_ids:
            out.append(self.k_buffer[layer_id - self.start_layer][loc])
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
