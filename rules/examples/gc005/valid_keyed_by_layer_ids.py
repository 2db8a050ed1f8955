# expect: none
"""The load adds the first layer to the event's number: the keys are layer ids, and a key less that is its event."""

import torch
from kit import KVCache


class KeyedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.rows = {}
        for key in range(start_layer, start_layer + layer_num):
            self.rows[key] = torch.zeros(size, 8, device=device)

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id]


class KeyedPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        key = device_pool.start_layer + layer_id
        device_pool.rows[key][device_indices] = self.host[layer_id][host_indices].cuda()


class PlanesPool(KVCache):
    """Keys lie before values, or between them; the event is the layer's all the same."""

    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.planes = [torch.zeros(size, 8, device=device) for _ in range(2 * layer_num)]
        self.pairs = [torch.zeros(size, 8, device=device) for _ in range(2 * layer_num)]
        self.banks = [torch.zeros(4, size, 8, device=device) for _ in range(layer_num // 4)]

    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_values(self, layer_id):
        self.wait_for(layer_id)
        local = layer_id - self.start_layer
        return self.planes[self.layer_num + local], self.pairs[2 * local + 1]

    def get_keys(self, layer_id):
        self.wait_for(layer_id)
        bank, slot = divmod(layer_id - self.start_layer, 4)
        return self.planes[layer_id - self.start_layer], self.banks[bank][slot]


class PlanesPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        bank, slot = divmod(layer_id, 4)
        device_pool.banks[bank][slot][device_indices] = self.host[layer_id][host_indices].cuda()
        for offset in (0, 1):
            device_pool.pairs[2 * layer_id + offset][device_indices] = self.host[layer_id][host_indices].cuda()
        device_pool.planes[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
        device_pool.planes[device_pool.layer_num + layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class FarPool(KVCache):
    """What the hosts add to an event's number for their keys, they have from the pool, or from nowhere in sight."""

    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.near = {key: torch.zeros(size, 8, device=device) for key in range(start_layer, start_layer + layer_num)}
        self.far = {key: torch.zeros(size, 8, device=device) for key in range(start_layer, start_layer + layer_num)}

    def get_near(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.near[layer_id]

    def get_far(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.far[layer_id]


class FarPoolHost:
    def __init__(self, device_pool):
        self.first_key = device_pool.start_layer

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.near[self.first_key + layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
        device_pool.far[self.distance + layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
