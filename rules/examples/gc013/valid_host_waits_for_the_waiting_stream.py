# expect: none
# The host goes on when the stream that waited has come to its end: whatever is launched then runs behind the load.
import torch
from kit import MHATokenToKVPool


class SidePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def rows_behind_the_stream(self, layer_id, loc):
        rows = self.get_key_buffer(layer_id)
        torch.cuda.current_stream().synchronize()
        with torch.cuda.stream(self.side):
            return rows[loc].clone()

    def rows_behind_an_event(self, layer_id, loc):
        rows = self.get_key_buffer(layer_id)
        landed = torch.cuda.current_stream().record_event()
        landed.synchronize()
        with torch.cuda.stream(self.side):
            return rows[loc].clone()
