# expect: none
# The wait stands in the backend, once in the open, once behind an alias, once in a helper that takes the pool.
from kit import MHATokenToKVPool


def settle(pool, layer_id):
    counter = pool.layer_transfer_counter
    if counter is not None:
        counter.wait_until(layer_id - pool.start_layer)


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def keys(self, layer_id, loc):
        settle(self.pool, layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def values(self, layer_id, loc):
        if (counter := self.pool.layer_transfer_counter) is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]

    def both(self, layer_id, loc):
        if self.pool.layer_transfer_counter is None:
            pass
        else:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        local = layer_id - self.pool.start_layer
        return self.pool.k_buffer[local][loc], self.pool.v_buffer[local][loc]
