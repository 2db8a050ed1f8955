# expect: none
"""Readers that the pool keeps in attributes wait, are called behind a wait, or only by the pool's own accessors."""

from kit import MHATokenToKVPool


class KeepingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows_of = self._ordered
        self.gather = self._gather
        self.own = {"k": self._address, "v": self._ordered}

    def _ordered(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer]

    def _address(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def _gather(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def read(self, kind, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.own[kind](layer_id)


def attend(pool: KeepingPool, layer_id, q):
    return q @ pool.rows_of(layer_id).T


def gathered(pool: KeepingPool, layer_id, loc):
    pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.gather(layer_id, loc)
