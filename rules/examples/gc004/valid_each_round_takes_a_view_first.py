# expect: none
# Each round takes a view, waits, and only then copies.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_ids, loc):
        out = []
        for layer_id in layer_ids:
            view = self.k_buffer[layer_id - self.start_layer]
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            out.append(view[loc])
        return out
