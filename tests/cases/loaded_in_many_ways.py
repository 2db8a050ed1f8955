# expect: GC001 OddPool.get_of_a_layer
# expect: GC001 OddPool.get_by_kind
# expect: GC001 OddPool.get_paired
# expect: GC001 OddPool.get_listed
# expect: GC001 OddPool.get_filled
# What a load writes into is a buffer, however it was allocated and whichever way the load takes to it.
from kit import KVCache, MHATokenToKVPool

import torch
from somewhere import allocate, allocate_all, transfer


class Layer:
    def __init__(self, size, number):
        self.rows = allocate(size)
        self.number = number
        self.used = len(self.rows)


class OddPool(KVCache):
    def __init__(self, size, layer_num, device, *more, start_layer=0, **options):
        super().__init__(size, layer_num, device, start_layer)
        self.layers = [Layer(size, number) for number in range(layer_num)]
        self.rows = {"k": torch.zeros(size, 8), "v": torch.zeros(size, 8)}
        self.pair = (torch.zeros(size, 8), torch.zeros(size, 8))
        self.listed = []
        for _ in range(layer_num):
            self.listed.append(torch.zeros(size, 8))
        self.filled = [None] * layer_num
        for layer in range(layer_num):
            self.filled[layer] = torch.zeros(size, 8)
        self.ids = allocate_all(size)
        self.mark = len(more) + size

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_waited(self, layer_id):
        self._wait(layer_id)
        return self.layers[layer_id - self.start_layer].rows, self.listed[layer_id - self.start_layer]

    def get_of_a_layer(self, layer_id):
        return self.layers[layer_id - self.start_layer].rows.clone()

    def get_number_of_a_layer(self, layer_id):
        return self.layers[layer_id - self.start_layer].number + self.layers[layer_id - self.start_layer].used

    def get_by_kind(self, kind):
        return self.rows[kind].clone()

    def get_paired(self):
        return self.pair[0] + 1

    def get_listed(self, layer_id):
        return self.listed[layer_id - self.start_layer]

    def get_filled(self, layer_id):
        return self.filled[layer_id - self.start_layer]

    def get_ids(self, layer_id):
        return self.ids[layer_id], self.mark


class OddHost:
    def __init__(self, device_pool: "OddPool", size):
        self.device_pool = device_pool
        self.host = torch.zeros(device_pool.layer_num, size, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.layers[layer_id].rows[device_indices] = self.host[layer_id][host_indices]
        transfer(device_pool.layers[layer_id].used, device_pool.layers[layer_id].unheard_of, device_pool.mark)
        for rows in device_pool.rows.values():
            rows.index_copy_(0, device_indices, self.host[layer_id][host_indices])
        for rows in self.device_pool.pair:
            rows[device_indices] = self.host[layer_id][host_indices]
        destination = device_pool.listed.__getitem__(layer_id)
        destination.copy_(self.host[layer_id])
        getattr(device_pool, "filled")[layer_id].view(-1, 8)[device_indices] = self.host[layer_id][host_indices]


class HoldingPool(KVCache):
    def __init__(self, size, layer_num, device, inner: "Optional[mem.MHATokenToKVPool]", other: "MHATokenToKVPool | None"):
        super().__init__(size, layer_num, device)
        self.inner = inner
        self.other = other

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.k_buffer[layer_id]

    def get_size(self):
        return self.other.size
