# expect: GC001 MappedPool.get
# expect: GC001 MappedPool.to
# expect: GC001 MappedPool.fetch
"""Accessors whose names the host side calls on something else: on a dict, on a tensor, on a store of its own."""

import torch

from kit import KVCache


class LayerRows:
    def __init__(self, count):
        self.rows = [torch.zeros(4, 4) for _ in range(count)]

    def of(self, index):
        return self.rows[index]


class MappedPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner = LayerRows(len(ids))
        self.places = {layer: place for place, layer in enumerate(ids)}

    def get(self, layer_id):
        return self.inner.of(self.places[layer_id])

    def to(self, layer_id, device):
        return self.inner.of(self.places[layer_id]).to(device)

    def fetch(self, layer_id, rows):
        return self.inner.of(self.places[layer_id])[rows]


class DiskStore:
    def fetch(self, key):
        return open(key, "rb").read()


class MappedPoolHost:
    def __init__(self, device_pool, rows):
        self.rows = rows
        self.store = DiskStore()

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id)
        if place is not None:
            loaded = self.rows[place][host_indices].to(device_pool.device)
            device_pool.inner.rows[place][device_indices] = loaded

    def prefetch(self, key):
        return self.store.fetch(key)
