# expect: GC006 forward
# Inside the pool a gated accessor calls the private reader; this caller has not waited.
from kit import MHATokenToKVPool
def forward(pool: MHATokenToKVPool, q, layer):
    k = pool._get_key_buffer(layer.layer_id)
    return q @ k.T
