# expect: GC004 TracedPool.get_rows
"""What is returned inside the block was copied before the context manager waits on the way out."""

from contextlib import contextmanager

from kit import MHATokenToKVPool


class TracedPool(MHATokenToKVPool):
    @contextmanager
    def _section(self, layer_id):
        yield
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc):
        with self._section(layer_id):
            return self.k_buffer[layer_id - self.start_layer][loc].clone()
