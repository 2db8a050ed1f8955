# expect: GC901 rows
# The function asks an accessor that waits.
from kit import MHATokenToKVPool


def rows(pool: MHATokenToKVPool, layer_id):  # gatecheck: requires-gate the caller waits
    return pool.get_key_buffer(layer_id) + 1
