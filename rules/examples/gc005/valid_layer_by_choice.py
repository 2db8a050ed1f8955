# expect: none
"""A choice that holds the layer, or may be the layer for all that is known."""

from kit import MHATokenToKVPool


class ClampPool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def next_one_or_last(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(min(local + 1, self.layer_num - 1))
        return self.k_buffer[local][loc]

    def not_below_the_first(self, layer_id, loc):
        local = max(layer_id - self.start_layer, 0)
        self._wait(local)
        return self.k_buffer[local][loc]

    def one_before(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(max(local - 1, 0))
        return self.k_buffer[max(local - 1, 0)][loc]

    def all_or_own(self, layer_id, loc, whole=False):
        local = layer_id - self.start_layer
        self._wait(self.layer_num - 1 if whole else local)
        return self.k_buffer[local][loc]

    def not_before_another(self, layer_id, other, loc):
        local = layer_id - self.start_layer
        self._wait(max(local - 1, other))
        return self.k_buffer[local][loc]
