# expect: GC006 Sender.send_layer
# The prefill side sends pages as bytes. What it registers once are addresses, which is fine.
from kit import MHATokenToKVPool


class Sender:
    def __init__(self, scheduler, engine):
        self.kv_pool: MHATokenToKVPool = scheduler.token_to_kv_pool_allocator.get_kvcache()
        self.engine = engine
        self.engine.register([b.data_ptr() for b in self.kv_pool.k_buffer])

    def send_layer(self, layer_id, pages, room):
        keys = self.kv_pool.k_buffer[layer_id].index_select(0, pages)
        self.engine.put(room, keys)

    def lengths(self):
        return [b[0].nbytes for b in self.kv_pool.k_buffer]
