# expect: none
"""The owned pool has no counter of its own: a property asks the owner for it."""

import torch
from kit import KVCache


class TenantPool:
    def __init__(self, size, layer_num, device, landlord):
        self.landlord = landlord
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    @property
    def counter(self):
        return self.landlord.layer_transfer_counter

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.landlord.start_layer)
        return self.rows[layer_id - self.landlord.start_layer]


class LandlordPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.tenant = TenantPool(size, layer_num, device, self)

    def get_rows(self, layer_id):
        return self.tenant.get_rows(layer_id)


class TenantHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.tenant.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
