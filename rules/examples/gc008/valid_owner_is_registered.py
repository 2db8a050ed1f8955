# expect: none
# The pool belongs to a pool that gets the counter, and whose accessors wait for it.
import torch
from kit import KVCache, LayerDoneCounter, MHATokenToKVPool


class Both(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)


class BothHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.k_buffer[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


class Keeper:
    def __init__(self, size, layer_num, device):
        self.pool = Both(size, layer_num, device)
        self.host = BothHost()
        self.counter = LayerDoneCounter(layer_num)
        self.pool.register_layer_transfer_counter(self.counter)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
