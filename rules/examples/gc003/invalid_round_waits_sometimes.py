# expect: GC003 P.rows
# A round waits only if it is asked to check.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_ids, loc, check):
        out = []
        for layer_id in layer_ids:
            out.append(self.k_buffer[layer_id - self.start_layer][loc])
            if check:
                if self.layer_transfer_counter is not None:
                    self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
