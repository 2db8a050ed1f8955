# expect: none
# Code outside that writes: assignment, in-place methods, fused kernels whose value nobody uses.
import torch
from kit import MHATokenToKVPool


def write_rows(pool: MHATokenToKVPool, layer, loc, k, v):
    pool.k_buffer[layer.layer_id - pool.start_layer][loc] = k
    pool.v_buffer[layer.layer_id - pool.start_layer].index_copy_(0, loc, v)


def rope_and_store(pool: MHATokenToKVPool, layer, q, k, positions, loc):
    torch.ops.fused.rope_store(q, k, positions, pool.k_buffer[layer.layer_id - pool.start_layer], loc)
    return q


def restore(pool: MHATokenToKVPool, pages, host):
    for buf, rows in zip(pool.k_buffer, host):
        buf[pages].copy_(rows) if pages is None else buf.index_put_((pages,), rows)


def wipe(pool: MHATokenToKVPool):
    for buf in pool.k_buffer + pool.v_buffer:
        buf.zero_()
