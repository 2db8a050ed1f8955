# expect: GC005 LayersFirst.rows
# expect: GC005 LayersFirst.rows_of_both
# expect: GC005 LayersFirst.rows_of_raw_layer
# expect: GC005 LayersFirst.narrowed
# expect: GC005 LayersFirst.selected_by_torch
# expect: GC005 LayersFirst.one_in_a_slice
# expect: GC005 KindsFirst.rows
# expect: GC005 KindsFirst.rows_of_both
# expect: GC005 KindsFirst.rows_of_a_kind
# expect: GC005 KindsFirst.rows_behind_a_kind
# expect: GC005 KindsFirst.rows_of_a_view
# expect: GC005 KindsFirst.selected
"""The layer stands in one subscript with rows or kinds, and the wait is for another one."""

import torch
from kit import KVCache


class LayersFirst(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.kv = torch.zeros(layer_num, 2, size, 8, device=device)

    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def rows(self, layer_id, loc):
        self._wait(layer_id)
        return self.kv[layer_id - self.start_layer, 1, loc]

    def rows_of_both(self, layer_id, loc):
        self._wait(layer_id - self.start_layer - 1)
        return self.kv[layer_id - self.start_layer, :, loc]

    def rows_of_raw_layer(self, layer_id, loc):
        self._wait(layer_id - 1)
        return self.kv[layer_id, 1, loc]

    def narrowed(self, layer_id):
        self._wait(layer_id)
        return self.kv.narrow(0, layer_id - self.start_layer, 1)

    def selected_by_torch(self, layer_id):
        self._wait(layer_id)
        return torch.select(self.kv, 0, layer_id - self.start_layer)

    def one_in_a_slice(self, layer_id):
        self._wait(layer_id)
        return self.kv[layer_id - self.start_layer : layer_id - self.start_layer + 1]


class LayersFirstHost:
    def load_to_device_per_layer(self, device_pool: LayersFirst, host_indices, device_indices, layer_id):
        for kind in (0, 1):
            device_pool.kv[layer_id, kind, device_indices] = self.host[kind, layer_id, host_indices].cuda()


class KindsFirst(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.both = torch.zeros(2, layer_num, size, 8, device=device)
        self.first = self.both[0]

    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def rows(self, layer_id, loc):
        self._wait(layer_id)
        return self.both[1, layer_id - self.start_layer, loc]

    def rows_of_both(self, layer_id, loc):
        self._wait(layer_id)
        return self.both[:, layer_id - self.start_layer, loc]

    def rows_of_a_kind(self, kind, layer_id, loc):
        self._wait(layer_id - 1)
        return self.both[kind, layer_id, loc]

    def rows_behind_a_kind(self, layer_id, loc):
        self._wait(layer_id)
        return self.both[1][layer_id - self.start_layer, loc]

    def rows_of_a_view(self, layer_id, loc):
        self._wait(layer_id)
        return self.first[layer_id - self.start_layer, loc]

    def selected(self, layer_id):
        self._wait(layer_id)
        return self.both.select(1, layer_id - self.start_layer)

    def waited(self, layer_id):
        self._wait(layer_id - self.start_layer)
        return self.first[layer_id - self.start_layer]


class KindsFirstHost:
    def load_to_device_per_layer(self, device_pool: KindsFirst, host_indices, device_indices, layer_id):
        device_pool.first[layer_id, device_indices] = self.host[0, layer_id, host_indices].cuda()
        device_pool.both[1, layer_id, device_indices] = self.host[1, layer_id, host_indices].cuda()
