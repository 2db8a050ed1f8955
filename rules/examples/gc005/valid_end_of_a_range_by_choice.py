# expect: none
"""The end of a range is a choice of two, and the wait is for the layer before it."""

from kit import MHATokenToKVPool


class RangePool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def up_to_four(self, layer_id, loc):
        local = layer_id - self.start_layer
        stop = min(local + 4, self.layer_num)
        self._wait(stop - 1)
        return [self.k_buffer[i][loc] for i in range(local, stop)]

    def up_to_four_written_otherwise(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(min(local + 3, self.layer_num - 1))
        return [self.k_buffer[i][loc] for i in range(local, min(local + 4, self.layer_num))]

    def to_the_end_by_default(self, first, loc, last=None):
        stop = self.start_layer + self.layer_num if last is None else last
        self._wait(stop - 1 - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in range(first, stop)]

    def one_or_two(self, first, loc, wide=False):
        stop = first + 1
        if wide:
            stop = first + 2
        self._wait(stop - 1 - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in range(first, stop)]
