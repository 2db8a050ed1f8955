# expect: none
# The draft's pool is loaded with the target's, layer by layer, before the same events; it is read behind the target's forward.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Speculation:
    def __init__(self, target_worker, size, layer_num, device):
        self.target_worker = target_worker
        self.target_pool = MHATokenToKVPool(size, layer_num, device)
        self.draft_pool = MHATokenToKVPool(size, 1, device)
        self.target_host = MHATokenToKVPoolHost(self.target_pool, size)
        self.draft_host = MHATokenToKVPoolHost(self.draft_pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.target_pool.register_layer_transfer_counter(self.counter)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.target_pool.layer_num):
                self.target_host.load_to_device_per_layer(self.target_pool, src, dst, i)
                if i < self.draft_pool.layer_num:
                    self.draft_host.load_to_device_per_layer(self.draft_pool, src, dst, i)
                self.counter.events[0].complete(i)

    def step(self, batch, q):
        logits = self.target_worker.forward_batch_generation(batch)
        return logits, q @ self.draft_pool.get_key_buffer(0).T
