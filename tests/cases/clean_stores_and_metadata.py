# expect: none
# Nothing here takes loaded data: sizes, shapes, destinations of stores, clearing,
# and copies that stand between two synchronisations of the whole device.
import torch
from kit import MHATokenToKVPool


class OrdinaryPool(MHATokenToKVPool):
    def get_kv_size_bytes(self):
        return sum(b.nbytes for b in self.k_buffer + self.v_buffer)

    def get_head_dim(self):
        return self.k_buffer[0].shape[-1]

    def set_key(self, layer_id, loc, value):
        torch.ops.kit.store(value, self.k_buffer[layer_id - self.start_layer], loc)

    def clear(self):
        for buf in self.k_buffer:
            buf.zero_()

    def get_cpu_copy(self, indices):
        torch.cuda.synchronize()
        rows = [buf[indices].to("cpu", non_blocking=True) for buf in self.k_buffer]
        torch.cuda.synchronize()
        return rows
