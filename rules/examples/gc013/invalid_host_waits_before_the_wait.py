# expect: GC013 SidePool.rows_of_an_older_event
# expect: GC013 SidePool.rows_too_early
# What the host has waited for ends before the stream waits for the load.
import torch
from kit import MHATokenToKVPool


class SidePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def rows_too_early(self, layer_id, loc):
        torch.cuda.current_stream().synchronize()
        rows = self.get_key_buffer(layer_id)
        with torch.cuda.stream(self.side):
            return rows[loc].clone()

    def rows_of_an_older_event(self, layer_id, loc):
        before = torch.cuda.current_stream().record_event()
        rows = self.get_key_buffer(layer_id)
        before.synchronize()
        with torch.cuda.stream(self.side):
            return rows[loc].clone()
