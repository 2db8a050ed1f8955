# expect: none
# Each line fetches what is written into elsewhere, or may do so.
import torch
from kit import MHATokenToKVPool


def keep(view):
    view = view  # gatecheck: store what the callers give is written into
    return torch.ops.rope.apply(view)


class P(MHATokenToKVPool):
    def fetch(self, layer_id):
        dst = self.k_buffer[layer_id - self.start_layer]  # gatecheck: store the kernel fills the rows
        return torch.ops.rope.apply(dst)

    def fetch_and_fill(self, layer_id, rows):
        dst = self.k_buffer[layer_id - self.start_layer]  # gatecheck: store it is filled below
        dst[:] = rows

    def fetch_pair(self, layer_id):
        at = layer_id - self.start_layer
        keys, values = self.k_buffer[at], self.v_buffer[at]  # gatecheck: store the kernel fills both
        return torch.ops.rope.apply(keys, values)

    def hand_out(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]  # gatecheck: store the kernel writes through this view

    def handed_to_a_kernel(self, layer_id, rows):
        torch.ops.rope.put(self.k_buffer[layer_id - self.start_layer], rows)  # gatecheck: store it is filled here

    def by_way_of_a_helper(self, layer_id, rows):
        return torch.ops.rope.mix(rows, self._raw(layer_id))  # gatecheck: store it is filled here

    def _raw(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def lend(self, layer_id):
        return keep(self.k_buffer[layer_id - self.start_layer])

    def named_on_the_way(self, layer_id):
        if (dst := self.k_buffer[layer_id - self.start_layer]) is not None:  # gatecheck: store it is filled below
            dst[:] = 0

    def of_another(self, other, layer_id):
        view = other.k_buffer[layer_id - self.start_layer]  # gatecheck: store the other one is filled
        return torch.ops.rope.apply(view)


def copy_over(pool: P, other: P, layer_id):
    return pool.of_another(other, layer_id)


def rotate(pool: P, layer_id, rows):
    dst = pool.v_buffer[layer_id - pool.start_layer]  # gatecheck: store the kernel fills the rows
    return torch.ops.rope.apply(rows, dst)


def of_what_is_not_known(holder, pool: P, layer_id):
    dst = holder.v_buffer[layer_id]  # gatecheck: store the kernel fills the rows
    return torch.ops.rope.apply(dst, pool.get_key_buffer(layer_id))
