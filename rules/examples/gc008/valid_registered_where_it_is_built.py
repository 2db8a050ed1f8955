# expect: none
# The builder registers, in one case under a flag, in one in a method of its own.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Plain:
    def __init__(self, size, layer_num, device, enabled):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        if enabled:
            self.pool.register_layer_transfer_counter(self.counter)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T


class Separate(Plain):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device, False)
        self.second = MHATokenToKVPool(size, layer_num, device)
        self._wire()

    def _wire(self):
        second = self.second
        second.register_layer_transfer_counter(self.counter)

    def load_second(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.second.layer_num):
                self.host.load_to_device_per_layer(self.second, src, dst, i)
                self.counter.events[0].complete(i)

    def attend_second(self, layer_id, q):
        return q @ self.second.get_key_buffer(layer_id).T
