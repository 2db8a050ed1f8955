# expect: GC013 SideStreamPool.gather_rows
# The current stream waits and another one gathers; the second accessor orders the two first.
import torch
from kit import MHATokenToKVPool


class SideStreamPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.copy_stream = torch.cuda.Stream()

    def gather_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(self.copy_stream):
            return self.k_buffer[layer_id - self.start_layer][loc]

    def gather_rows_ordered(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        self.copy_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.copy_stream):
            return self.k_buffer[layer_id - self.start_layer][loc]
