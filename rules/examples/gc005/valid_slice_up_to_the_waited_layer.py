# expect: none
"""A slice holds some layers: the event of the last of them covers it, and nothing is known of some slices."""

from kit import MHATokenToKVPool


class SlicePool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def up_to(self, layer_id, loc):
        self._wait(layer_id - self.start_layer)
        return [b[loc] for b in self.k_buffer[: layer_id - self.start_layer + 1]]

    def only_one(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(local)
        return [b[loc] for b in self.k_buffer[local : local + 1]]

    def in_a_window(self, layer_id, width, loc):
        local = layer_id - self.start_layer
        self._wait(local)
        return [b[loc] for b in self.k_buffer[max(0, local - width) : local + 1]]

    def waited_for_one_by_one(self, first, last, loc):
        for layer_id in range(first, last):
            self._wait(layer_id - self.start_layer)
        return [b[loc] for b in self.k_buffer[first - self.start_layer : last - self.start_layer]]

    def all_but_the_last(self, loc):
        self._wait(self.layer_num - 2)
        return [b[loc] for b in self.k_buffer[:-1]]

    def every_second(self, loc):
        self._wait(self.layer_num - 1)
        return [b[loc] for b in self.k_buffer[::2]]

    def numbered(self, first, loc):
        rows = []
        for index, keys in enumerate(self.k_buffer[first:], start=first):
            self._wait(index)
            rows.append(keys[loc])
        return rows

    def of_two_halves(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(local)
        return self.k_buffer[1:][local - 1][loc]
