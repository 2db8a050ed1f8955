# expect: none
# Scratch memory: the host side never writes it, and no accessor waits for it.
import torch
from kit import MHATokenToKVPool


class WorkspacePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.dequant_workspace = torch.zeros(size, 8, device=device)

    def get_dequant_workspace(self):
        return self.dequant_workspace
