# expect: none
# Whatever can be called waits first; what cannot is a whole table, of which no layer is taken here.
import torch
from kit import KVCache


class Leaf:
    def __init__(self, size, n, device):
        self.lanes = [torch.zeros(size, 4, device=device) for _ in range(n)]

    def lane(self, layer_id):
        return self.lanes[layer_id]


class Shell(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.leaf = Leaf(size, layer_num, device)

    def __getattr__(self, name):
        attr = getattr(self.leaf, name)
        if callable(attr):

            def call(layer_id, *args, **kwargs):
                if self.layer_transfer_counter is not None:
                    self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
                return attr(layer_id, *args, **kwargs)

            return call
        return attr


class ShellHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.leaf.lanes[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


def attend(pool: Shell, layer_id, q):
    return q @ pool.lane(layer_id).T
