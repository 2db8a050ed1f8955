# expect: GC006 native_rows_at_once
# Nothing says of which class the pool is. Testing its counter for None is part of the gate all the same; without the
# wait, the name of its buffer tells that it is a pool.
from kit import MHATokenToKVPool


class RotatedPool(MHATokenToKVPool):
    def get_rotated(self, layer_id):
        return self.get_key_buffer(layer_id).flip(-1)


def native_rows(pool, layer_id):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer].float()


def native_rows_at_once(pool, layer_id):
    return pool.k_buffer[layer_id - pool.start_layer].float()


def attend(q, pool, layer_id):
    return q @ native_rows(pool, layer_id)


def attend_at_once(q, pool, layer_id):
    return q @ native_rows_at_once(pool, layer_id)
