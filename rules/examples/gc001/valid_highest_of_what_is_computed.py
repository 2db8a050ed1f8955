# expect: none
"""Numbers that are made of shapes and of layers that have been waited for."""

from kit import MHATokenToKVPool


class AmaxPool(MHATokenToKVPool):
    def highest_waited(self, layer_id):
        return max(self.get_key_buffer(layer_id).abs().max().item(), 1e-6)

    def used_rows_waited(self, layer_id):
        return self.get_key_buffer(layer_id).nonzero().shape[0]

    def longest(self):
        return max(rows.shape[0] for rows in self.k_buffer), min(len(self.k_buffer), len(self.v_buffer))

    def rows(self, layer_id):
        return list(range(self.k_buffer[layer_id - self.start_layer].shape[0])), hash(self.k_buffer[0].dtype)
