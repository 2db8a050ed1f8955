# expect: none
# The component reaches the table through its cache, whose annotation names a base without an inner pool. That the table is
# the kind that has one is a guess, and what happens there is a move: a finding of low confidence, which does not count.
import torch
from kit import KVCache


class Table:
    rows = 0


class States:
    def __init__(self, rows, layers, device):
        self.conv = [torch.zeros(rows, 4, device=device) for _ in range(layers)]

    def fork(self, src, dst):
        for layer in self.conv:
            layer[dst] = layer[src]


class StateTable(KVCache, Table):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.states = States(size, layer_num, device)

    def conv_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.states.conv[layer_id - self.start_layer]


class StateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.states.conv[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


class Params:
    table: Table


class Cache:
    def __init__(self, params: Params):
        self.table = params.table

    def size(self):
        return self.table.states


class Component:
    def __init__(self, cache: Cache):
        self.cache = cache

    def keep(self, src, dst):
        self.cache.table.states.fork(src, dst)
