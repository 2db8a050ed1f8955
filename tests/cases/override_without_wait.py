# expect: GC007 CachedPool.get_key_buffer
# The accessor that is overridden waits; this one does not.
from kit import MHATokenToKVPool


class CachedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].view(-1, 8)
