# expect: none
# The line that fetches the target into a variable says that it is only written into, wherever it goes from there.
import torch
from kit import MHATokenToKVPool


class TargetPool(MHATokenToKVPool):
    def put(self, layer_id, loc, value, ops):
        target = self.k_buffer[layer_id - self.start_layer]  # gatecheck: store the op writes through it
        return ops.write(target, loc, value)

    def put_both(self, layer_id, loc, rows):
        local = layer_id - self.start_layer
        keys, values = (  # gatecheck: store the kernel fills the rows of both
            self.k_buffer[local],
            self.v_buffer[local],
        )

        def fill(part):
            return torch.ops.rope.apply(part, keys, values, loc)

        return fill(rows)


def rotate(pool: TargetPool, layer_id, rows):
    target = pool.v_buffer[layer_id - pool.start_layer]  # gatecheck: store the kernel fills the rows of this layer
    views = target.view(-1, 16, 8)
    return torch.ops.rope.apply(rows, views)
