# expect: none
"""The index comes from a helper, a default, a keyword or a tuple, and is the right one each time."""

from kit import MHATokenToKVPool


class IndexPool(MHATokenToKVPool):
    def _local(self, layer_id):
        return layer_id - self.start_layer

    def _both(self, layer_id):
        return layer_id, self._local(layer_id)

    def _wait(self, *, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def get_rows(self, layer_id, loc):
        _, local = self._both(layer_id)
        self._wait(index=local)
        return self.k_buffer[local][loc]

    def get_value_rows(self, layer_id, loc):
        self._wait(index=self._local(layer_id=layer_id))
        return self.v_buffer[self._local(layer_id)][loc]

    def get_many(self, layer_ids, loc):
        return [self.get_rows(layer_id, loc) for layer_id in layer_ids]
