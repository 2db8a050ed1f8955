# expect: none
# Helpers pick a method, make a closure or a partial function: nothing is read before somebody calls it, behind the wait.
from functools import partial

from kit import MHATokenToKVPool


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _wait(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)

    def _decode(self, q, layer_id):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def _extend(self, q, layer_id):
        return q @ self.pool.v_buffer[layer_id - self.pool.start_layer].T

    def _pick(self, mode):
        return self._decode if mode.is_decode() else self._extend

    def _reader(self, layer_id):
        def read(loc):
            return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

        return read

    def _values(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]

    def _given(self, layer_id):
        return partial(self._values, layer_id)

    def _again(self, layer_id):
        return self._reader(layer_id)

    def forward(self, q, layer_id, mode):
        self._wait(layer_id)
        return self._pick(mode)(q, layer_id)

    def forward_rows(self, q, layer_id, loc):
        read = self._again(layer_id)
        self._wait(layer_id)
        return q @ read(loc).T

    def forward_values(self, q, layer_id, loc):
        values = self._given(layer_id)
        self._wait(layer_id)
        return q @ values(loc).T
