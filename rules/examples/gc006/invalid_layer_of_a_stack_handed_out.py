# expect: GC006 attend
"""One tensor with all layers is handed out whole: who takes a layer from it reads, and has to wait."""

import torch
from kit import KVCache


class Stacked(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.stack = torch.zeros(layer_num, size, 8, device=device)

    def of_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.stack[layer_id - self.start_layer]

    def everything(self):
        return self.stack


class StackedHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.stack[layer_id, device_indices] = self.host[layer_id, host_indices].cuda(non_blocking=True)


def attend(pool: Stacked, layer, q):
    return q @ pool.everything()[layer.layer_id - pool.start_layer].T
