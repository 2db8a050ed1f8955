# expect: GC006 rows_sometimes
# A helper that waits on each of its ways, for each kind of pool in its numbering, has waited; one that waits on one of
# them has not.
from kit import KVCache, MHATokenToKVPool


class MappedPool(KVCache):
    def __init__(self, size, layer_num, device, mapping):
        super().__init__(size, layer_num, device)
        self.mapping = mapping
        self.inner = MHATokenToKVPool(size, layer_num, device)
        self.inner.register_layer_transfer_counter(None)

    def wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


def rows_of(pool, layer_id):
    if isinstance(pool, MappedPool):
        pool.wait(layer_id)
        layer_id = pool.mapping[layer_id]
        pool = pool.inner
    elif pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer]


def rows_sometimes(pool, layer_id):
    if isinstance(pool, MappedPool):
        layer_id = pool.mapping[layer_id]
        pool = pool.inner
    elif pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer]


def attend(q, pool, layer_id):
    return q @ rows_of(pool, layer_id).float()


def attend_sometimes(q, pool, layer_id):
    return q @ rows_sometimes(pool, layer_id).float()
