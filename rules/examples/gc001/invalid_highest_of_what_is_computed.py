# expect: GC001 AmaxPool.highest
# expect: GC001 AmaxPool.highest_or_least
# expect: GC001 AmaxPool.lowest_of_both
# expect: GC001 AmaxPool.used_rows
# expect: GC001 AmaxPool.used_rows_by_torch
# expect: GC001 AmaxPool.distinct
# expect: GC001 AmaxPool.distinct_of_rows
# expect: GC001 AmaxPool.digest
# expect: GC001 AmaxPool.as_many_as
# expect: GC004 AmaxPool.waits_afterwards
"""A number that is made of data reads them; so does a shape that depends on them."""

import torch
from kit import MHATokenToKVPool


class AmaxPool(MHATokenToKVPool):
    def highest(self):
        return max(rows.abs().max().item() for rows in self.k_buffer)

    def highest_or_least(self, layer_id):
        return max(self.k_buffer[layer_id - self.start_layer].abs().max().item(), 1e-6)

    def lowest_of_both(self, layer_id):
        index = layer_id - self.start_layer
        return min([self.k_buffer[index].min().item(), self.v_buffer[index].min().item()])

    def used_rows(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].nonzero().shape[0]

    def used_rows_by_torch(self, layer_id):
        return torch.nonzero(self.k_buffer[layer_id - self.start_layer]).size(0)

    def distinct(self, layer_id):
        return len(self.k_buffer[layer_id - self.start_layer].unique())

    def distinct_of_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc].unique().numel()

    def digest(self, layer_id):
        return hash(self.k_buffer[layer_id - self.start_layer].sum().item())

    def as_many_as(self, layer_id):
        for _ in range(self.k_buffer[layer_id - self.start_layer].argmax().item()):
            self.size += 1

    def waits_afterwards(self, layer_id):
        highest = max(self.k_buffer[layer_id - self.start_layer].max().item(), 1)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return highest
