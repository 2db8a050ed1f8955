# expect: none
"""Only the host side calls this, on what a class like its own asks for more that pools have: it orders its own work."""

import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class MovedPool(MHATokenToKVPool):
    def rows_of(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]


class MovedHost(MHATokenToKVPoolHost):
    def back_up(self, device_pool, host_indices, device_indices, layer_id):
        rows = device_pool.rows_of(layer_id, device_indices)
        self.k_host[layer_id][host_indices] = torch.empty_like(self.k_host[layer_id][host_indices]).copy_(rows)
