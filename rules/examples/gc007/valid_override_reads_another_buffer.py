# expect: none
"""The override answers from a workspace that no load touches."""

import torch
from kit import MHATokenToKVPool


class WorkspacePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.workspace = torch.zeros(size, 8, device=device)

    def get_value_buffer(self, layer_id):
        return self.workspace
