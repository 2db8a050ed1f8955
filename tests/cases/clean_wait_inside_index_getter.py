# expect: none
# What waits is the method that translates the layer's number; the accessor gets there through it.
import torch
from kit import KVCache


class HybridPool(KVCache):
    def __init__(self, size, layer_num, device, ids):
        super().__init__(size, layer_num, device)
        self.state = [torch.zeros(size, 4, device=device) for _ in ids]
        self.ids = {g: i for i, g in enumerate(ids)}

    def state_index(self, layer_id):
        assert layer_id in self.ids
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.ids[layer_id]

    def get_state(self, layer_id):
        return self.state[self.state_index(layer_id)]


class HybridHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.ids.get(layer_id + device_pool.start_layer)
        if local is not None:
            device_pool.state[local][device_indices] = self.host[local][host_indices].cuda()
