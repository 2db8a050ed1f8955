# expect: GC006 PlainBackend.forward_extend
# The pool is known by what the batch's class declares; the buffer's name is no pool's alone.
from dataclasses import dataclass

from kit import KVCache


class OtherStore:
    def __init__(self, size):
        self.k_buffer = [None] * size
        self.v_buffer = [None] * size


@dataclass
class Batch:
    mode: int
    kv_cache: KVCache = None


class PlainBackend:
    def forward_extend(self, q, layer, batch: Batch):
        keys = batch.kv_cache.k_buffer[layer.layer_id - batch.kv_cache.start_layer]
        values = batch.kv_cache.v_buffer[layer.layer_id - batch.kv_cache.start_layer]
        return self.attend(q, keys, values)

    def forward_behind_an_accessor(self, q, layer, batch: Batch):
        values = batch.kv_cache.get_value_buffer(layer.layer_id)
        keys = batch.kv_cache.k_buffer[layer.layer_id - batch.kv_cache.start_layer]
        return self.attend(q, keys, values)

    def attend(self, q, keys, values):
        return (q @ keys.T) @ values
