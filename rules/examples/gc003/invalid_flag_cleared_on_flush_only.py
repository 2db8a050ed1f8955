# expect: GC003 FlushedPool.get_rows
"""The flag is cleared, but only when the cache is flushed: many forwards lie between two flushes."""

from kit import MHATokenToKVPool


class FlushedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._all_loaded = None

    def flush(self):
        self._all_loaded = None

    def _load_once(self):
        if self._all_loaded is None:
            counter = self.layer_transfer_counter
            if counter is not None:
                counter.wait_until(counter.num_layers - 1)
            self._all_loaded = True

    def get_rows(self, layer_id, loc):
        self._load_once()
        return self.k_buffer[layer_id - self.start_layer][loc]


class Scheduler:
    def __init__(self, pool: FlushedPool):
        self.pool = pool

    def flush_cache(self):
        self.pool.flush()
