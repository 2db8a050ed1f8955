# expect: none
"""A copy for a checkpoint, behind a synchronisation of the whole device."""

import torch
from kit import MHATokenToKVPool


class CheckpointPool(MHATokenToKVPool):
    def dump(self):
        torch.cuda.synchronize(self.device)
        return {"k": [buf.cpu() for buf in self.k_buffer], "v": [buf.cpu() for buf in self.v_buffer]}

    def dump_layer(self, layer_id):
        torch.get_device_module(self.device).synchronize()
        return self.k_buffer[layer_id - self.start_layer].cpu()
