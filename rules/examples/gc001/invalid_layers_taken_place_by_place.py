# expect: GC001 P.get
"""The host side takes every layer of a tensor, one after the other, by the places that a map keeps."""

import torch
from kit import KVCache


class Side:
    def __init__(self, size, ids, device):
        self.layer_map = {layer_id: i for i, layer_id in enumerate(ids)}
        self.state = torch.zeros((len(ids), size), device=device)

    def layer_cache(self, layer_id):
        return self.state[self.layer_map[layer_id]]

    def entries(self):
        for layer_id, place in self.layer_map.items():
            yield "side", self.state[place], layer_id


class P(KVCache):
    def __init__(self, size, layer_num, device, ids):
        super().__init__(size, layer_num, device)
        self.side = Side(size, ids, device)
        self.sides = [self.side]

    def buffers(self):
        return tuple(buffer for side in self.sides for _, buffer, _ in side.entries())

    def get(self, layer_id):
        return self.side.layer_cache(layer_id)


class H:
    def __init__(self, pool: P):
        self.tensors = list(pool.buffers())

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        for tensor in self.tensors:
            tensor[d] = self.host[h].cuda()


def build(pool: P):
    return H(pool)
