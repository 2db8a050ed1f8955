# expect: GC001 GivenPool.get_side
# expect: GC001 GivenPool.get_declared
# expect: GC001 GivenPool.get_named
# expect: GC001 GivenPool.get_attached
# expect: GC001 GivenPool.get_attached_later
# The object with the buffers is no pool, and comes from outside: from whoever builds the pool, or through a setter.
from typing import Protocol

import torch
from kit import KVCache


class Rows(Protocol):
    rows: list

    def read(self, layer, loc): ...


class Side:
    def __init__(self, size, layer_num, device):
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def read(self, layer, loc):
        return self.rows[layer][loc]


class Settings:
    def __init__(self, size):
        self.size = size
        self.rows = []


class GivenPool(KVCache):
    attached = None

    def __init__(self, size, layer_num, device, side, declared: "Rows", named, settings, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = side
        self.declared = declared
        self.named = named
        self.settings = settings
        self.attached_later = None

    def attach(self, side: Side):
        self.attached = side

    def attach_later(self, side):
        self.attached_later = side

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_side(self, layer_id, loc):
        return self.side.read(layer_id - self.start_layer, loc)

    def get_declared(self, layer_id, loc):
        return self.declared.rows[layer_id - self.start_layer][loc]

    def get_named(self, layer_id, loc):
        return self.named.read(layer_id - self.start_layer, loc)

    def get_attached(self, layer_id, loc):
        return self.attached.read(layer_id - self.start_layer, loc)

    def get_attached_later(self, layer_id, loc):
        return self.attached_later.rows[layer_id - self.start_layer][loc]

    def get_side_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.side.read(layer_id - self.start_layer, loc)

    def get_attached_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.attached.rows[layer_id - self.start_layer][loc]

    def get_attached_later_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.attached_later.read(layer_id - self.start_layer, loc)

    def get_settings(self, layer_id):
        return self.settings.size, self.settings.rows[layer_id]


def build(size, layer_num, device):
    side = Side(size, layer_num, device)
    declared = Side(size, layer_num, device)
    pool = GivenPool(
        size, layer_num, device, side, declared, named=Side(size, layer_num, device), settings=Settings(size)
    )
    pool.attach(Side(size, layer_num, device))
    pool.attach_later(Side(size, layer_num, device))
    return pool


class GivenHost:
    def __init__(self, device_pool: "GivenPool", size):
        self.host = torch.zeros(device_pool.layer_num, size, 4, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        rows = self.host[layer_id][host_indices].cuda(non_blocking=True)
        device_pool.side.rows[layer_id][device_indices] = rows
        device_pool.declared.rows[layer_id][device_indices] = rows
        device_pool.named.rows[layer_id][device_indices] = rows
        device_pool.attached.rows[layer_id][device_indices] = rows
        device_pool.attached_later.rows[layer_id][device_indices] = rows
