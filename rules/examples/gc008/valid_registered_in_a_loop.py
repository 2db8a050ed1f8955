# expect: none
# A list, a dict and a helper that takes the pool.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


def wire_up(pool, counter):
    pool.register_layer_transfer_counter(counter)


class Trio:
    def __init__(self, size, layer_num, device):
        self.first = MHATokenToKVPool(size, layer_num, device)
        self.second = MHATokenToKVPool(size, layer_num, device)
        self.third = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.first, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()
        for pool in [self.first]:
            pool.register_layer_transfer_counter(self.counter)
        for pool in {"second": self.second}.values():
            pool.register_layer_transfer_counter(self.counter)
        wire_up(self.third, self.counter)

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.first.layer_num):
                self.host.load_to_device_per_layer(self.first, src, dst, i)
                self.host.load_to_device_per_layer(self.second, src, dst, i)
                self.host.load_to_device_per_layer(self.third, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        scores = q @ self.first.get_key_buffer(layer_id).T
        scores += q @ self.second.get_key_buffer(layer_id).T
        return scores + q @ self.third.get_key_buffer(layer_id).T
