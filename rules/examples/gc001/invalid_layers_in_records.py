# expect: GC001 ScaledPool.get_info
# expect: GC001 ScaledPool.get_rows_of_all
# expect: GC001 ScaledPool.get_namespace
# expect: GC001 ScaledPool.get_from_namespace
# expect: GC001 ScaledPool.get_described
# expect: GC006 attend_to_info
# expect: GC006 attend_to_namespace
"""Records hand out single layers, or rows of all layers; and who takes a layer from one with a table reads."""

from collections import namedtuple
from types import SimpleNamespace

import torch
from kit import MHATokenToKVPool

Described = namedtuple("Described", ["name", "table"])


class Info:
    def __init__(self, name, table):
        self.name, self.table = name, table


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = torch.zeros(layer_num, size, 1, device=device)

    def get_info(self, layer_id):
        return Info("scales", self.scales[layer_id - self.start_layer])

    def get_rows_of_all(self, loc):
        return Info("scales", self.scales[:, loc])

    def get_namespace(self, layer_id):
        return SimpleNamespace(keys=self.k_buffer[layer_id - self.start_layer])

    def get_from_namespace(self, layer_id):
        kept = SimpleNamespace(scales=self.scales[layer_id - self.start_layer], factor=2)
        return kept.scales * kept.factor

    def get_described(self, layer_id):
        return Described("keys", self.k_buffer[layer_id - self.start_layer])

    def get_infos(self):
        return [Info("scales", self.scales)]

    def get_tables(self):
        return SimpleNamespace(scales=self.scales)


def attend_to_info(pool: ScaledPool, layer, q):
    return q @ pool.get_infos()[0].table[layer.layer_id].T


def attend_to_namespace(pool: ScaledPool, layer, q):
    return q @ pool.get_tables().scales[layer.layer_id].T


class ScaledPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        scales = self.scales[layer_id][host_indices].to(device_pool.device, non_blocking=True)
        device_pool.scales[layer_id][device_indices] = scales
