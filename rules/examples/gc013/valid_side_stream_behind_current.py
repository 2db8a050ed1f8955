# expect: none
"""The side stream is put behind the current one after the wait, from inside or from outside of its block."""

import torch
from kit import MHATokenToKVPool


class BehindPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        main = torch.cuda.current_stream()
        with torch.cuda.stream(self.side):
            torch.cuda.current_stream().wait_stream(main)
            return keys[loc]

    def gather_values(self, layer_id, loc):
        values = self.get_value_buffer(layer_id)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            return values[loc]
