# expect: none
"""The last layer behind the last event of the table, however each of them is counted."""

from kit import MHATokenToKVPool


class TailPool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def last_layer(self):
        self._wait(-1)
        return self.k_buffer[-1]

    def last_layer_by_number(self):
        self._wait(self.layer_num - 1)
        return self.k_buffer[-1]

    def last_layer_by_length(self):
        self._wait(len(self.v_buffer) - 1)
        return self.k_buffer[-1]

    def last_but_one(self):
        self._wait(self.layer_num - 1)
        return self.k_buffer[-2]
