# expect: none
"""The waiting context manager is a class of its own with ``__enter__``."""

from kit import MHATokenToKVPool


class Loaded:
    def __init__(self, pool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def __enter__(self):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(self.layer_id - self.pool.start_layer)
        return self.pool.k_buffer[self.layer_id - self.pool.start_layer]

    def __exit__(self, *exc):
        return False


class ScopedPool(MHATokenToKVPool):
    def get_key_rows(self, layer_id, loc):
        with Loaded(self, layer_id) as keys:
            return keys[loc]
