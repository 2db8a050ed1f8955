# expect: none
# The same queue, of a pool that is registered before anything is loaded.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class QueuedPool(MHATokenToKVPool):
    pass


class QueueController:
    def __init__(self, size, layer_num, device):
        self.pool = QueuedPool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.load_stream = torch.cuda.Stream()
        self.load_queue = []
        self.pool.register_layer_transfer_counter(self.counter)

    def submit(self, src, dst):
        self.load_queue.append((src, dst))

    def start_loading(self):
        if not self.load_queue:
            return
        src, dst = self.load_queue.pop()
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
