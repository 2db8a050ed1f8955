# expect: none
"""Each layer that is yielded has been waited for, one by one or all at once; sizes and addresses are no layers."""

from kit import MHATokenToKVPool


class StreamingPool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def _in_order(self):
        for index in range(self.layer_num):
            self._wait(index)
            yield self.k_buffer[index]

    def in_order(self):
        yield from self._in_order()

    def behind_the_last(self):
        self._wait(self.layer_num - 1)
        yield from self.v_buffer

    def addresses(self):
        yield from (rows.data_ptr() for rows in self.k_buffer)

    def sizes(self):
        yield from [rows.nbytes for rows in self.v_buffer]

    def taken_by_the_method(self, layer_id):
        self._wait(layer_id - self.start_layer)
        return self.v_buffer.__getitem__(layer_id - self.start_layer)
