# expect: none
"""The wait and the read it is for stand in the same round of the loop."""

from kit import MHATokenToKVPool


class RoundPool(MHATokenToKVPool):
    def gather(self, layer_ids, loc):
        rows = []
        for layer_id in layer_ids:
            local = layer_id - self.start_layer
            if local < 0:
                continue
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(local)
            rows.append(self.k_buffer[local][loc])
        return rows
