# expect: none
# Each stream needs a wait of its own.
import torch
from kit import MHATokenToKVPool


class SplitPool(MHATokenToKVPool):
    def get_split(self, layer_id, loc, side):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        keys = self.k_buffer[layer_id - self.start_layer][loc]
        with torch.cuda.stream(side):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            values = self.v_buffer[layer_id - self.start_layer][loc]
        return keys, values
