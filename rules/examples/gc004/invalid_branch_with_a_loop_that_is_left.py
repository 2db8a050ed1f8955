# expect: GC004 Pool.rows_of
# What is left in the branch is a loop of its own: every round comes to the wait, and too late for its read.
from kit import MHATokenToKVPool


class Pool(MHATokenToKVPool):
    def rows_of(self, layer_ids, parts, wanted):
        rows = []
        for layer_id in layer_ids:
            if layer_id in wanted:
                rows.append(self.k_buffer[layer_id - self.start_layer].clone())
                for part in parts:
                    if part == layer_id:
                        break
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return rows
