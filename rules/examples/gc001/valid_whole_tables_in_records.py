# expect: none
"""Records hand out whole tables, lists of layers and tensors of all layers alike: none of them reads a layer."""

from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace

import torch
from kit import MHATokenToKVPool

Described = namedtuple("Described", ["name", "table"])
Sized = namedtuple("Sized", "table size")


class Info:
    def __init__(self, name, table):
        self.name, self.table = name, table


@dataclass(frozen=True)
class Entry:
    name: str
    table: torch.Tensor


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = torch.zeros(layer_num, size, 1, device=device)

    def get_scales(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scales[layer_id - self.start_layer]

    def get_device_infos(self):
        return [Info("keys", self.k_buffer), Info("scales", self.scales)]

    def get_entries(self):
        return {"scales": Entry("scales", self.scales), "flat": Entry("flat", self.scales.view(-1))}

    def get_namespace(self):
        return SimpleNamespace(keys=self.k_buffer, scales=self.scales)

    def get_described(self):
        return Described("keys", self.k_buffer), Described("scales", self.scales), Sized(self.scales, self.size)

    def get_filled_later(self):
        info = Info("scales", None)
        info.table = self.scales
        return info

    def get_kept_until_the_wait(self, layer_id):
        kept = SimpleNamespace(keys=self.k_buffer[layer_id - self.start_layer])
        kept.scales = self.scales[layer_id - self.start_layer]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return kept.keys * kept.scales


class ScaledPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        scales = self.scales[layer_id][host_indices].to(device_pool.device, non_blocking=True)
        device_pool.scales[layer_id][device_indices] = scales
