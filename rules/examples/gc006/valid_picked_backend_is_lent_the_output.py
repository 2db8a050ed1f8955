# expect: none
# A helper picks the backend, which lends raw rows to a kernel; whoever gives it the output has waited before.
import torch
from kit import KVCache
from sgl_kernel import unified_attention


class Pool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.k_buffer = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]


class PoolHost:
    def load_to_device_per_layer(self, device_pool, src, dst, layer_id):
        device_pool.k_buffer[layer_id][dst] = self.k_host[layer_id][src].cuda(non_blocking=True)


class Backend:
    def __init__(self, pool: Pool):
        self.pool = pool

    def extend(self, q, o, layer_id):
        unified_attention(q, self.pool.k_buffer[layer_id - self.pool.start_layer], o)


class Hybrid:
    def __init__(self, pool: Pool):
        self.pool = pool
        self.linear = Backend(pool)
        self.full = Backend(pool)

    def _pick(self, layer_id):
        return self.linear if layer_id % 4 else self.full

    def attend(self, q, layer_id):
        self.pool.get_key_buffer(layer_id)
        o = torch.empty_like(q)
        self._pick(layer_id).extend(q, o, layer_id)
        return o
