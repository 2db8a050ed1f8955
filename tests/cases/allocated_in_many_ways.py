# expect: GC001 MadePool.get_stacked
# expect: GC001 MadePool.get_parameter
# expect: GC001 MadePool.get_copied
# expect: GC001 MadePool.get_deeply_copied
# expect: GC001 MadePool.get_by_partial
# expect: GC001 MadePool.get_mapped
# expect: GC001 MadePool.get_from_allocator
# expect: GC001 MadePool.get_given
# expect: GC001 MadePool.get_behind_a_property
# expect: GC001 MadePool.get_made_once
# expect: GC001 MadePool.get_of_kind
# A load that assigns rows shows that there are tensors, whatever made them; what torch makes of new memory is new memory.
import copy
from functools import cached_property, partial

import torch
from kit import KVCache
from somewhere import move_rows, strides_of


class MadePool(KVCache):
    def __init__(self, size, layer_num, device, allocator, rows, held, progress, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        make = partial(torch.zeros, size, 8, device=device)
        self.plain = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.stacked = torch.stack([torch.zeros(size, 8, device=device) for _ in range(layer_num)])
        self.parameter = torch.nn.Parameter(torch.zeros(layer_num, size, 8, device=device), requires_grad=False)
        self.copied = [rows.clone() for rows in self.plain]
        self.by_partial = [make() for _ in range(layer_num)]
        self.mapped = list(map(lambda _: torch.zeros(size, 8, device=device), range(layer_num)))
        self.from_allocator = [allocator.take((size, 8)) for _ in range(layer_num)]
        self.deeply_copied = copy.deepcopy(self.plain)
        self.of_kind = allocator.take((2, layer_num, size, 8))
        self.given = rows
        self.held = held
        self.progress = progress
        self.page = size // 4
        self.strides = [strides_of(rows) for rows in self.plain]
        self.finished = [False] * layer_num
        self.seen = [[] for _ in range(layer_num)]

    @property
    def behind_a_property(self):
        return self.held

    @cached_property
    def made_once(self):
        return [torch.zeros(self.size, 8, device=self.device) for _ in range(self.layer_num)]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_stacked(self, layer_id, loc):
        return self.stacked[layer_id - self.start_layer][loc]

    def get_parameter(self, layer_id, loc):
        return self.parameter[layer_id - self.start_layer, loc]

    def get_copied(self, layer_id, loc):
        return self.copied[layer_id - self.start_layer][loc]

    def get_deeply_copied(self, layer_id, loc):
        return self.deeply_copied[layer_id - self.start_layer][loc]

    def get_by_partial(self, layer_id, loc):
        return self.by_partial[layer_id - self.start_layer][loc]

    def get_mapped(self, layer_id, loc):
        return self.mapped[layer_id - self.start_layer][loc]

    def get_from_allocator(self, layer_id, loc):
        return self.from_allocator[layer_id - self.start_layer][loc]

    def get_given(self, layer_id, loc):
        return self.given[layer_id - self.start_layer][loc]

    def get_behind_a_property(self, layer_id, loc):
        return self.behind_a_property[layer_id - self.start_layer][loc]

    def get_made_once(self, layer_id, loc):
        return self.made_once[layer_id - self.start_layer][loc]

    def get_of_kind(self, layer_id, loc):
        return self.of_kind[0, layer_id - self.start_layer, loc]

    def get_stacked_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.stacked[layer_id - self.start_layer, loc] + self.parameter[layer_id - self.start_layer][loc]

    def get_from_allocator_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.from_allocator[layer_id - self.start_layer][loc] + self.given[layer_id - self.start_layer][loc]

    def get_of_kind_waited(self, layer_id, loc):
        self._wait(layer_id)
        return self.of_kind[0, layer_id - self.start_layer, loc], self.of_kind[1, layer_id - self.start_layer]

    def get_bookkeeping(self, layer_id):
        layer = layer_id - self.start_layer
        return self.strides[layer], self.finished[layer], self.seen[layer], self.progress[layer], self.page


class MadeHost:
    def __init__(self, device_pool: "MadePool", size):
        self.host = torch.zeros(device_pool.layer_num, size, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        rows = self.host[layer_id][host_indices].cuda(non_blocking=True)
        device_pool.stacked[layer_id][device_indices] = rows
        device_pool.parameter[layer_id, device_indices] = rows
        move_rows(self.host[layer_id], device_pool.copied[layer_id], device_pool.strides[layer_id], device_pool.page)
        device_pool.deeply_copied[layer_id][device_indices] = rows
        device_pool.by_partial[layer_id][device_indices] = rows
        device_pool.mapped[layer_id].index_copy_(0, device_indices, rows)
        device_pool.from_allocator[layer_id][device_indices] = rows
        device_pool.given[layer_id][device_indices] = rows
        device_pool.behind_a_property[layer_id][device_indices] = rows
        device_pool.made_once[layer_id][device_indices] = rows
        device_pool.of_kind[0][layer_id][device_indices] = rows
        device_pool.of_kind[1][layer_id][device_indices] = rows
        device_pool.progress[layer_id][0] = True
        device_pool.finished[layer_id] = True
        device_pool.seen[layer_id].append(host_indices)
