# expect: GC004 P.rows
# The copy is made below a call that stands before the wait of the same round.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def _rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def rows(self, layer_ids, loc):
        out = []
        for layer_id in layer_ids:
            out.append(self._rows(layer_id, loc))
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
