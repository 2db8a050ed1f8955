# expect: GC006 Selecting.rows
# Who selects a consumer has said which load the waits are for, and has waited for nothing.
from kit import MHATokenToKVPool


class Selecting:
    def __init__(self, pool: MHATokenToKVPool, controller):
        self.pool = pool
        self.controller = controller

    def rows(self, batch, layer_id, loc):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]


class Ordering(Selecting):
    def rows(self, batch, layer_id, loc):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]
