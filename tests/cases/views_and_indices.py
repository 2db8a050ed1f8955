# expect: GC001 IndexPool.get_by_name
# expect: GC001 IndexPool.get_selected
# expect: GC001 IndexPool.get_of_an_ellipsis
# expect: GC001 IndexPool.get_last_axes
# expect: GC001 IndexPool.get_gathered
# expect: GC001 IndexPool.get_row_of_one_tensor
# expect: GC001 IndexPool.get_layers_of_one_tensor
# expect: GC001 IndexPool.get_by_a_walrus
# expect: GC001 IndexPool.get_unpacked_object
# expect: GC001 IndexPool.get_by_an_object
# expect: GC001 IndexPool.get_of_a_record
# expect: GC001 IndexPool.get_iterated
# expect: GC001 IndexPool.get_drawn
# expect: GC001 IndexPool.get_of_nothing_known
# expect: GC001 IndexPool.get_rows_of_layers
# An index of numbers and slices gives a view; what leaves is a layer, whatever the index, and a copy reads at once.
from typing import NamedTuple

import torch
from kit import KVCache


class Pair(NamedTuple):
    key: object
    value: object


class Indexed:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, layer_id):
        return self.rows[layer_id]

    def __iter__(self):
        return iter(self.rows)


class IndexPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = torch.zeros(layer_num, size, 8, device=device)
        self.rows = {"k": torch.zeros(size, 8, device=device), "v": torch.zeros(size, 8, device=device)}
        self.indexed = Indexed(self.state)
        self.pair = Pair(self.state, None)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_waited(self, layer_id):
        self._wait(layer_id)
        return self.state[layer_id - self.start_layer]

    def get_by_name(self, layer_id):
        return self.state[layer_id - self.start_layer].narrow(0, 0, 4).unbind(0)

    def get_selected(self, layer_id):
        return self.state.select(0, layer_id - self.start_layer)

    def get_of_an_ellipsis(self, layer_id):
        return self.state[layer_id - self.start_layer, ...]

    def get_last_axes(self, layer_id):
        return self.state[layer_id - self.start_layer, :, None][:, 0]

    def get_gathered(self, layer_id, loc):
        return self.state[layer_id - self.start_layer, loc]

    def get_row_of_one_tensor(self, layer_id: int):
        return self.state[layer_id]

    def get_layers_of_one_tensor(self):
        return [self.state[layer_id] + 1 for layer_id in range(self.layer_num)]

    def get_rows_of_layers(self, layers):
        return [self.state[layer_id] * 2 for layer_id in layers]

    def get_by_a_walrus(self, layer_id):
        return self.state[(local := layer_id - self.start_layer)][local:]

    def get_unpacked_object(self, layer_id):
        key, value = self.pair
        return key[layer_id - self.start_layer]

    def get_by_an_object(self, layer_id):
        return self.indexed[layer_id - self.start_layer].clone()

    def get_of_a_record(self, layer_id):
        return self.pair[0][layer_id - self.start_layer]

    def get_iterated(self):
        return [row.sum() for row in self.indexed]

    def get_drawn(self, layer_id):
        return sum(row for row in (self.state[layer_id - self.start_layer], 1) if row is not None)

    def get_of_nothing_known(self, layer_id, table):
        return table[layer_id](self.state[layer_id - self.start_layer])

    def get_sliced_table(self):
        return self.state[:]

    def get_lengths(self, items):
        return [len(item) for item in items], items[1:], items["k"]


class IndexHost:
    def __init__(self, device_pool, size):
        self.device_pool = device_pool
        self.host = torch.zeros(device_pool.layer_num, size, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.state[layer_id][device_indices] = self.host[layer_id][host_indices]
