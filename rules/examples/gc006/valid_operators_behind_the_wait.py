# expect: none
# Subscripts and loops of an object hand layers out: to functions that are called behind the wait.
import torch
from kit import MHATokenToKVPool


class Rows:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def __getitem__(self, layer_id):
        return self.pool.k_buffer[layer_id - self.pool.start_layer]

    def __iter__(self):
        for values in self.pool.v_buffer:
            yield values

    def scores(self, q, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self[layer_id].T


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.rows = Rows(pool)

    def _part(self, layer_id, loc):
        return self.rows[layer_id][loc]

    def attend(self, q, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self._part(layer_id, loc).T

    def dump(self, loc):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return torch.stack([values[loc] for values in self.rows])
