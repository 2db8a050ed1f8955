# expect: none
"""What stands under a kind is a table of all its layers, whoever chooses the kind: handed out whole, nothing is read."""

import torch
from kit import KVCache


class Kinds(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.kinds = {kind: [torch.zeros(size, 8, device=device) for _ in range(layer_num)] for kind in ("a", "b")}
        self.pairs = [[torch.zeros(size, 8, device=device) for _ in range(layer_num)] for _ in range(2)]
        self.named = {}
        for name in ("x", "y"):
            self.named[name] = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def rows(self, kind, which, name, layer_id):
        at = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(at)
        return self.kinds[kind][at], self.pairs[which][at], self.named[name][at]

    def every(self, layer_id):
        at = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(at)
        return {kind: table[at] for kind, table in self.kinds.items()}, [table[at] for table in self.pairs]

    def kind(self, kind):
        return self.kinds[kind]

    def pair(self, which):
        return self.pairs[which]

    def name(self, name):
        return self.named[name]


class KindsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for kind, host in self.kinds.items():
            device_pool.kinds[kind][layer_id][device_indices] = host[layer_id][host_indices].cuda()
        for which, host in enumerate(self.pairs):
            device_pool.pairs[which][layer_id][device_indices] = host[layer_id][host_indices].cuda()
        for name, host in self.named.items():
            device_pool.named[name][layer_id][device_indices] = host[layer_id][host_indices].cuda()
