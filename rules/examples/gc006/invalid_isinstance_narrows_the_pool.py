# expect: GC006 dequantize
# The type of the pool is known inside the branch only.
from kit import KVCache, MHATokenToKVPool


def dequantize(pool, layer_id, scale):
    if isinstance(pool, MHATokenToKVPool):
        local = layer_id - pool.start_layer
        return pool.v_buffer[local].float() * scale
    return pool.get_value_buffer(layer_id) * scale


def size_of(pool: KVCache):
    return pool.size
