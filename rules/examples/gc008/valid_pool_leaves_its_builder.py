# expect: none
# The pool is handed to something unknown, stored in something unknown, returned by a getter: a registration may reach it.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Leaving:
    def __init__(self, size, layer_num, device, registry, context):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.other = MHATokenToKVPool(size, layer_num, device)
        self.third = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()
        registry.add(self.pool)
        context.pool = self.other

    def get_pool(self):
        return self.third

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.host.load_to_device_per_layer(self.other, src, dst, i)
                self.host.load_to_device_per_layer(self.third, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        scores = q @ self.pool.get_key_buffer(layer_id).T + q @ self.third.get_key_buffer(layer_id).T
        return scores + q @ self.other.get_key_buffer(layer_id).T


def connect(registry, counter):
    for pool in registry.pools:
        pool.register_layer_transfer_counter(counter)
