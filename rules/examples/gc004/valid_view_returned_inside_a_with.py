# expect: none
"""A view is only an address: the context manager waits on the way out, before the caller sees it."""

from contextlib import contextmanager

from kit import MHATokenToKVPool


class TracedPool(MHATokenToKVPool):
    @contextmanager
    def _section(self, layer_id):
        yield
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id):
        with self._section(layer_id):
            return self.k_buffer[layer_id - self.start_layer]
