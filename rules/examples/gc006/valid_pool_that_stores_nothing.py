# expect: none
# A pool that stores nothing hands out placeholders, which nobody loads. What code outside reads of the others is in order.
from kit import MHATokenToKVPool


class PlaceholderPool(MHATokenToKVPool):
    def set_kv_buffer(self, layer, loc, cache_k, cache_v):
        raise RuntimeError("nothing is kept here")

    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_value_buffer(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]


class Batch:
    pool: MHATokenToKVPool


class Attention:
    def forward(self, q, keys, layer, batch: Batch):
        if keys is None:
            pool = batch.pool
            local = layer.layer_id - pool.start_layer
            if pool.layer_transfer_counter is not None:
                pool.layer_transfer_counter.wait_until(local)
            keys = pool.k_buffer[local][batch.loc]
        return (q @ keys.T) @ batch.pool.get_value_buffer(layer.layer_id)
