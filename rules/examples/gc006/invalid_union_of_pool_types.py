# expect: GC006 rows_of
# The annotation allows two pools; the read is wrong on both.
from typing import Optional, Union

from kit import KVCache, MHATokenToKVPool


class WidePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 4)


def rows_of(pool: Union[MHATokenToKVPool, WidePool], layer_id, loc):
    return pool.k_buffer[layer_id - pool.start_layer][loc]


def maybe_rows_of(pool: Optional[WidePool], layer_id, loc):
    return None if pool is None else pool.get_key_buffer(layer_id)[loc]


def device_of(pool: KVCache):
    return pool.device
