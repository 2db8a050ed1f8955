# expect: GC006 Other.go
# expect: GC006 Annotated.go
# expect: GC006 Local.go
# expect: GC006 Tree.split
"""Whoever takes an owned pool from its owner keeps it under a name of its own, and reads it past the owner's wait."""

import torch
from kit import KVCache, MHATokenToKVPool


class Owner(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.full_kv_pool = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_kv_pool.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.full_kv_pool.get_key_buffer(layer_id - self.start_layer)


class Other:
    def __init__(self, pool: Owner):
        self.dense = pool.full_kv_pool

    def go(self, layer_id, loc):
        return self.dense.get_key_buffer(layer_id)[loc]


class Annotated:
    def __init__(self, runner):
        pool: Owner = runner.token_to_kv_pool
        self.pool = pool
        self.full_kv_pool = pool.full_kv_pool

    def go(self, layer_id, loc):
        return self.full_kv_pool.get_value_buffer(layer_id)[loc]

    def go_by_owner(self, layer_id, loc):
        return self.pool.get_key_buffer(layer_id)[loc]


class Local:
    def __init__(self, runner):
        self.runner = runner
        self.full_kv_pool = None

    def go(self, layer_id, loc):
        owner: Owner = self.runner.token_to_kv_pool
        return owner.full_kv_pool.get_value_buffer(layer_id)[loc]


class States:
    def __init__(self, size, count):
        self.states = [torch.zeros(size, 4) for _ in range(count)]

    def rows_of(self, index):
        return self.states[index]


class StateOwner(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.state_pool = States(size, layer_num)

    def rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state_pool.rows_of(layer_id - self.start_layer)


class StateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.state_pool.states[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


class Tree:
    def __init__(self, owner: StateOwner):
        self.kept = owner.state_pool

    def split(self, layer_id):
        return self.kept.rows_of(layer_id)

    def waits(self, owner: StateOwner, layer_id):
        owner.rows(layer_id)
        return self.kept.rows_of(layer_id - owner.start_layer)
