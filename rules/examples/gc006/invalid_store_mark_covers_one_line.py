# expect: GC006 fuse
# One fetch is a target, as its line says. The other fetch in the same function is a read.
import torch
from kit import MHATokenToKVPool


def fuse(pool: MHATokenToKVPool, layer, q, rows, loc):
    target = pool.k_buffer[layer.layer_id - pool.start_layer]  # gatecheck: store the kernel writes the rotated keys here
    torch.ops.fused.rotate_into(rows, loc, target)
    source = pool.v_buffer[layer.layer_id - pool.start_layer]
    return torch.ops.fused.mix(q, source)
