# expect: none
# The whole table of layers is handed out and wrapped; nobody here takes a layer from it without waiting.
from kit import MHATokenToKVPool


class View:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.tables = (pool.k_buffer, pool.v_buffer)

    def all_keys(self):
        return self.pool.k_buffer

    def count(self):
        return len(self.pool.k_buffer) + len(self.tables)

    def layer(self, layer_id):
        table = self.all_keys()
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return table[layer_id - self.pool.start_layer]
