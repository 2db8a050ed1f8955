# expect: none
"""A context manager waits before it lets the block run."""

from contextlib import contextmanager

from kit import MHATokenToKVPool


class ScopedPool(MHATokenToKVPool):
    @contextmanager
    def loaded(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        yield layer_id - self.start_layer

    def get_key_rows(self, layer_id, loc):
        with self.loaded(layer_id) as local:
            return self.k_buffer[local][loc]
