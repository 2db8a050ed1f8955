# expect: GC006 Runner.copy_on_write
# The runner copies in the owned pool, although the owner has a method that waits first.
import torch
from kit import KVCache


class StatePool:
    def __init__(self, size, layer_num, device):
        self.state = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def copy_from(self, src, dst):
        for layer in self.state:
            layer[dst] = layer[src]


class StateOwner(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.state_pool = StatePool(size, layer_num, device)

    def get_state(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state_pool.state[layer_id - self.start_layer]

    def copy_state(self, src, dst):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        self.state_pool.copy_from(src, dst)


class StateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.state_pool.state[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class Runner:
    def __init__(self, pool: StateOwner):
        self.pool = pool

    def copy_on_write(self, src, dst):
        self.pool.state_pool.copy_from(src, dst)
