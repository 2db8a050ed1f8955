# expect: none
# Both pools begin with one layer, or the owner's events begin before its own layers do, as its load shows.
import torch
from kit import KVCache, MHATokenToKVPool


class WholePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.inner.start_layer)
        return self.inner.k_buffer[layer_id - self.start_layer]


class LatePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.late = MHATokenToKVPool(size, layer_num, device)
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.late.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.late.k_buffer[layer_id - self.start_layer]

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.rows[layer_id - self.start_layer]


class LateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = layer_id - device_pool.start_layer
        if place >= 0:
            device_pool.late.k_buffer[place][device_indices] = self.k_host[place][host_indices].cuda()
            device_pool.rows[place][device_indices] = self.rows[place][host_indices].cuda()
