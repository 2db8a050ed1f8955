# expect: none
"""The accessors wait before they pass themselves to functions outside."""

from kit import MHATokenToKVPool


def _gather(pool, layer_id, loc):
    return pool.k_buffer[layer_id - pool.start_layer][loc]


class Gatherer:
    @staticmethod
    def first(pool: MHATokenToKVPool, index):
        return pool.v_buffer[index][0]


class HelpedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return _gather(self, layer_id, loc)

    def get_first(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return Gatherer.first(self, layer_id - self.start_layer)
