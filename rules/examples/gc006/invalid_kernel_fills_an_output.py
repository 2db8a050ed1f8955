# expect: GC006 decode_attention
# The buffer goes to a kernel that returns nothing; its output argument is what the function returns.
import torch
from kit import MHATokenToKVPool


def decode_attention(pool: MHATokenToKVPool, layer, q, table):
    out = torch.empty_like(q)
    kernels = torch.ops.paged
    local = layer.layer_id - pool.start_layer
    kernels.decode(q, pool.k_buffer[local], pool.v_buffer[local], table, out)
    return out


def store_rows(pool: MHATokenToKVPool, layer, rows, loc):
    torch.ops.paged.store(rows, pool.k_buffer[layer.layer_id - pool.start_layer], loc)
