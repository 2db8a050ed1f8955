# expect: none
# One stream waits and records an event; the other stream waits for that event and reads.
import torch
from kit import MHATokenToKVPool


class Prefetcher:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.side = torch.cuda.Stream()
        self.ready = torch.cuda.Event()

    def pull(self, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        self.ready.record()
        with torch.cuda.stream(self.side):
            self.side.wait_event(self.ready)
            return self.pool.k_buffer[layer_id - self.pool.start_layer][loc].clone()
