# expect: none
# The wait binds the current stream; the copying stream is put behind it before it reads.
import torch
from kit import MHATokenToKVPool


class Backup:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.copy_stream = torch.cuda.Stream()

    def layer(self, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        self.copy_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.copy_stream):
            return self.pool.k_buffer[layer_id - self.pool.start_layer][loc].cpu()

    def layer_on_its_own(self, layer_id, loc):
        with torch.cuda.stream(self.copy_stream):
            if self.pool.layer_transfer_counter is not None:
                self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
            return self.pool.v_buffer[layer_id - self.pool.start_layer][loc].cpu()
