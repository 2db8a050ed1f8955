# expect: GC001 DecodePool.rows_of_a_parameter
# expect: GC001 DecodePool.rows_of_an_update
# expect: GC001 DecodePool.rows_of_a_loop
# expect: GC001 DecodePool.rows_of_a_nested_function
# A check of the mode is only one of the values that the variable can have.
from kit import MHATokenToKVPool


class DecodePool(MHATokenToKVPool):
    def rows_of_a_parameter(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def rows_of_an_update(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def rows_of_a_loop(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def rows_of_a_nested_function(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Backend:
    def __init__(self, pool: DecodePool):
        self.pool = pool

    def by_parameter(self, q, layer_id, batch, fast=None):
        if fast is None:
            fast = batch.forward_mode.is_decode()
        if fast:
            return q @ self.pool.rows_of_a_parameter(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T

    def by_update(self, q, layer_id, batch):
        fast = batch.forward_mode.is_decode()
        fast |= q.small
        if fast:
            return q @ self.pool.rows_of_an_update(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T

    def by_loop(self, q, layer_id, batch):
        fast = batch.forward_mode.is_decode()
        for fast in q.ways:
            if fast:
                return q @ self.pool.rows_of_a_loop(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T

    def by_nested_function(self, q, layer_id, batch):
        fast = batch.forward_mode.is_decode()

        def rows(fast):
            if fast:
                return self.pool.rows_of_a_nested_function(layer_id)
            return self.pool.get_key_buffer(layer_id)

        return q @ rows(q.small or fast).T
