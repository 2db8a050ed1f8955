# expect: GC001 HelpedPool.get_first
"""One of two accessors waits before they call the same function outside: the other one is to blame, not the function."""

from kit import MHATokenToKVPool


def _gather(pool, layer_id, loc):
    return pool.k_buffer[layer_id - pool.start_layer][loc]


class HelpedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return _gather(self, layer_id, loc)

    def get_first(self, layer_id):
        return _gather(self, layer_id, 0)
