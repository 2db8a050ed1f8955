# expect: GC008 Pair
# The registration runs over a list in which the second pool is missing.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Pair:
    def __init__(self, size, layer_num, device):
        self.main = MHATokenToKVPool(size, layer_num, device)
        self.side = MHATokenToKVPool(size // 4, layer_num, device)
        self.main_host = MHATokenToKVPoolHost(self.main, size)
        self.side_host = MHATokenToKVPoolHost(self.side, size)
        self.stream = torch.cuda.Stream()
        self.counter = LayerDoneCounter(layer_num)
        for pool in (self.main,):
            pool.register_layer_transfer_counter(self.counter)

    def pull(self, src, dst):
        with torch.cuda.stream(self.stream):
            for layer_id in range(self.main.layer_num):
                self.main_host.load_to_device_per_layer(self.main, src, dst, layer_id)
                self.side_host.load_to_device_per_layer(self.side, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def scores(self, layer_id, q):
        return q @ self.side.get_key_buffer(layer_id).T
