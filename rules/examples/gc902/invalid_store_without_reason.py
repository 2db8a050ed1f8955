# expect: GC902 TargetPool.destination
"""A fetch is called a target without a word about who writes."""

from kit import MHATokenToKVPool


class TargetPool(MHATokenToKVPool):
    def destination(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: store
