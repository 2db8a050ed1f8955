# expect: GC901 helper
"""There is no such rule; the comment stands in a function of the module."""

from kit import MHATokenToKVPool


def helper(pool: MHATokenToKVPool, layer_id):
    return pool.get_key_buffer(layer_id)  # gatecheck: ignore[GC077] the caller has waited
