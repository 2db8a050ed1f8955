# expect: none
"""An event recorded after the wait carries the order over to the side stream."""

import torch
from kit import MHATokenToKVPool


class EventPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()
        self.ready = torch.cuda.Event()

    def gather(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        self.ready.record(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            self.ready.wait()
            return keys[loc]

    def gather_values(self, layer_id, loc):
        values = self.get_value_buffer(layer_id)
        event = torch.cuda.Event()
        event.record()
        self.side.wait_event(event)
        with torch.cuda.stream(self.side):
            return values[loc]
