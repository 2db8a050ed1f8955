# expect: GC006 Model.attend
# The model waits for prefill batches, but not for mixed ones, which load too.
from kit import MHATokenToKVPool


class Model:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, q, layer_id, batch):
        if batch.pure_prefill and self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T
