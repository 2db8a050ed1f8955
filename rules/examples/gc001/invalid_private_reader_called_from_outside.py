# expect: GC001 RawPool._raw_rows
"""A private method that the attention code calls is an accessor, whatever its name says."""

from kit import MHATokenToKVPool


class RawPool(MHATokenToKVPool):
    def _raw_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]


def attend(pool: RawPool, layer, q, loc):
    return q @ pool._raw_rows(layer.layer_id, loc).T
