# expect: GC006 attend
# expect: GC001 KeepingPool._gather
"""The pool keeps its private readers in attributes, and others call them there."""

from kit import MHATokenToKVPool


class KeepingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows_of = self._address
        self.gather = self._gather

    def _address(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]

    def _gather(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]


def attend(pool: KeepingPool, layer_id, q):
    return q @ pool.rows_of(layer_id).T


def gathered(pool: KeepingPool, layer_id, loc):
    return pool.gather(layer_id, loc)
