# expect: GC001 RawPool.get_rows
# expect: GC001 HolderPool.get_rows
# Both are roots: what is reported of the one where it stands alone says nothing of the other, which has to wait itself.
import torch
from kit import KVCache


class RawPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get_rows(self, layer_id):
        return self.rows[layer_id - self.start_layer]


class HolderPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.raw = RawPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.raw.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        return self.raw.get_rows(layer_id).clone()


class RawHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


class HolderHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.raw.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size, layer_num, device, sparse):
    return RawPool(size, layer_num, device) if sparse else HolderPool(size, layer_num, device)
