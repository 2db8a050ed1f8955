# expect: GC001 SumPool.accumulate
# expect: GC001 SumPool.subtract_rows
# expect: GC001 SumPool.scale
# expect: GC001 SumPool.accumulate_in_a_part
# expect: GC001 SumPool.negated
# expect: GC004 SumPool.waits_afterwards
"""Arithmetic launches a kernel that reads the layer, in place in a tensor that a caller handed in as anywhere else."""

from kit import MHATokenToKVPool


class SumPool(MHATokenToKVPool):
    def accumulate(self, layer_id, total):
        total += self.k_buffer[layer_id - self.start_layer]

    def subtract_rows(self, layer_id, total, loc):
        total -= self.k_buffer[layer_id - self.start_layer][loc]

    def scale(self, layer_id, total):
        total *= self.k_buffer[layer_id - self.start_layer].abs()

    def accumulate_in_a_part(self, layer_id, batch):
        total = batch.totals[layer_id]
        total += self.k_buffer[layer_id - self.start_layer]

    def negated(self, layer_id):
        return -self.k_buffer[layer_id - self.start_layer]

    def waits_afterwards(self, layer_id, total):
        total += self.k_buffer[layer_id - self.start_layer]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def accumulate_waited(self, layer_id, total):
        total += self.get_key_buffer(layer_id)

    def count(self, layer_id, total):
        total += self.k_buffer[layer_id - self.start_layer].shape[0]
        return total, -self.k_buffer[layer_id - self.start_layer].shape[0]
