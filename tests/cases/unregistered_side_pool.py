# expect: GC008 SideController
# A controller loads a pool on a stream of its own, and the pool never gets a counter.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class SideController:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.load_stream = torch.cuda.Stream()

    def start_loading(self, host_indices, device_indices):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, host_indices, device_indices, layer_id)
                self.counter.events[0].complete(layer_id)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
