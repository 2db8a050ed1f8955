# expect: none
"""The call gives back one of its arguments: the buffer beside it may be what it fills."""

from kernels import rope_and_store
from kit import MHATokenToKVPool


def prepare(query, key, loc, layer, pool: MHATokenToKVPool):
    query = rope_and_store(query=query, key=key, cache=pool.k_buffer[layer.layer_id - pool.start_layer], loc=loc)
    return query
