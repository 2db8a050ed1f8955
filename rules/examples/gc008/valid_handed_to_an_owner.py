# expect: none
# The pool is built first and handed to a pool that owns it; the owner gets the counter and mutes it.
import torch
from kit import KVCache, LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Wrapper(KVCache):
    def __init__(self, size, layer_num, device, inner: MHATokenToKVPool):
        super().__init__(size, layer_num, device)
        self.inner = inner

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)


class Store:
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        self.pool = Wrapper(size, layer_num, device, self.inner)
        self.host = MHATokenToKVPoolHost(self.inner, size)
        self.counter = LayerDoneCounter(layer_num)
        self.pool.register_layer_transfer_counter(self.counter)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.inner.layer_num):
                self.host.load_to_device_per_layer(self.inner, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
