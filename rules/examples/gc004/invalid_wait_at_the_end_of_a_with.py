# expect: GC004 TracedPool.get_rows
"""The context manager waits on the way out; the copy was made inside."""

from contextlib import contextmanager

from kit import MHATokenToKVPool


class TracedPool(MHATokenToKVPool):
    @contextmanager
    def _section(self, layer_id):
        try:
            yield
        finally:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc):
        with self._section(layer_id):
            rows = self.k_buffer[layer_id - self.start_layer][loc].clone()
        return rows
