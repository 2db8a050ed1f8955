# expect: GC013 PortablePool.gather
"""The streams come from the device's own module, whichever that is."""

import torch
from kit import MHATokenToKVPool


class PortablePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.device_module = torch.get_device_module(device)
        self.gather_stream = self.device_module.Stream()

    def gather(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        with self.device_module.stream(self.gather_stream):
            return torch.index_select(keys, 0, loc)
