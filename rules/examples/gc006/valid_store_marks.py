# expect: none
# Fetches that only kernels write through, said on a def and on lines: the analysis cannot see it, the people can.
import torch
from kit import MHATokenToKVPool


class TargetPool(MHATokenToKVPool):
    def write_view(self, layer_id):  # gatecheck: store the quantising kernel writes through this view
        return self.k_buffer[layer_id - self.start_layer].view(-1, 16, 8)

    def fused_views(self, layer_id):
        local = layer_id - self.start_layer
        return (  # gatecheck: store both are outputs of the rope kernel
            self.k_buffer[local],
            self.v_buffer[local],
        )


def quantize(pool: TargetPool, layer_id, rows, loc):
    return torch.ops.quant.pack(rows, pool.write_view(layer_id), loc)


def rotate(pool: TargetPool, layer_id, rows):
    # gatecheck: store the kernel fills the rows of this layer
    return torch.ops.rope.apply(rows, pool.v_buffer[layer_id - pool.start_layer])
