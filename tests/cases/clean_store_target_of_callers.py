# expect: none
# The accessor hands a buffer out without a wait, and every caller writes into it. That a caller gives its variable
# another value among others reads nothing.
import torch
from kit import MHATokenToKVPool


class StoreThroughCallersPool(MHATokenToKVPool):
    def get_raw_key(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Attention:
    def prepare(self, pool, layer_id, loc, key, gathered):
        target = pool.get_raw_key(layer_id)
        if gathered:
            target, loc = None, None
        torch.ops.kit.store(key, target, loc)
