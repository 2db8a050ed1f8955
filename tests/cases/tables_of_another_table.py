# expect: GC001 LanePool.peek_lane
# expect: GC001 SinkPool.peek_behind_the_sink
# expect: GC001 PairPool.peek_second
"""Tables that are made of the layers of another one: loads and readers count in the table that they are given.

Handing out a table whose layers were picked is no read, and the number of a layer is no other one for standing behind a
sink, or behind all layers of another kind, in the table that it was taken from.
"""

import torch
from kit import KVCache


class LanePool(KVCache):
    def __init__(self, size, layer_num, device, lanes, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.all_lanes = [torch.zeros(size, 8, device=device) for _ in range(2 * layer_num)]
        self.picked = [self.all_lanes[lane] for lane in lanes]
        self.mapped = list(map(self.all_lanes.__getitem__, lanes))
        self.keyed = {turn: self.all_lanes[lane].view(-1) for turn, lane in enumerate(lanes)}

    @property
    def lanes(self):
        return self.picked

    def get_tables(self):
        return self.mapped, self.keyed

    def get_lane(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.lanes[layer_id - self.start_layer]

    def peek_lane(self, layer_id):
        return self.mapped[layer_id - self.start_layer]


class SinkPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.with_sink = [torch.zeros(size, 8, device=device) for _ in range(layer_num + 1)]
        self.behind_the_sink = self.with_sink[1:]

    def get_behind_the_sink(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.behind_the_sink[layer_id - self.start_layer]

    def peek_behind_the_sink(self, layer_id):
        return self.behind_the_sink[layer_id - self.start_layer]


class PairPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.both = [torch.zeros(size, 8, device=device) for _ in range(2 * layer_num)]
        self.first = [self.both[layer] for layer in range(layer_num)]
        self.second = [self.both[layer + layer_num] for layer in range(layer_num)]

    def get_second(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.second[layer_id - self.start_layer]

    def peek_second(self, layer_id):
        return self.second[layer_id - self.start_layer]


class LaneHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.lanes[layer_id][device_indices] = self.held[layer_id][host_indices].cuda()


class SinkHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.behind_the_sink[layer_id][device_indices] = self.held[layer_id][host_indices].cuda()


class PairHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.first[layer_id][device_indices] = self.held[layer_id][host_indices].cuda()
        device_pool.second[layer_id][device_indices] = self.held[layer_id][host_indices].cuda()
