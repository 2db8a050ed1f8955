# expect: GC001 BarePool.get_rows
"""The overridden accessor does not wait either: nothing is dropped, and what is wrong is told once, of the base."""

from kit import MHATokenToKVPool


class BarePool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]


class BareHeir(BarePool):
    def get_rows(self, layer_id, loc):
        return super().get_rows(layer_id, loc).view(-1, 2, 4)
