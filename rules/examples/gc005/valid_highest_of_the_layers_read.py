# expect: none
"""Several layers are read behind one wait, which is for the highest of them."""

from kit import MHATokenToKVPool


class PairPool(MHATokenToKVPool):
    def with_the_one_before(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(local)
        before = self.k_buffer[local - 1][loc] if local > 0 else None
        return before, self.k_buffer[local][loc]

    def with_all_before(self, layer_id, loc):
        local = layer_id - self.start_layer
        keys = self.get_key_buffer(layer_id)
        return [self.k_buffer[i][loc] for i in range(local)], keys[loc]

    def of_two(self, first, second, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(max(first, second) - self.start_layer)
        return self.k_buffer[first - self.start_layer][loc], self.k_buffer[second - self.start_layer][loc]

    def of_many(self, layer_ids, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(max(layer_ids) - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in layer_ids]
