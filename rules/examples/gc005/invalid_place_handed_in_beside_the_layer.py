# expect: GC005 KindsPool.rows_for
# The owner translates the layer first and waits with the number of the inner pool, which that takes for its own layer.
import torch
from kit import KVCache


class Rows(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.packed = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def rows_for(self, layer, number=None):
        number = layer.layer_id if number is None else number
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(number - self.start_layer)
        return self.packed[number - self.start_layer].clone()


class KindsPool(KVCache):
    def __init__(self, size, device, ids, first_of_kind, start_layer=0):
        super().__init__(size, len(ids), device, start_layer)
        self.places = {layer: place for place, layer in enumerate(ids)}
        self.rows = Rows(size, len(ids), device, first_of_kind)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.rows.register_layer_transfer_counter(None)

    def await_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def rows_for(self, layer):
        place = self.places[layer.layer_id]
        self.await_layer(place)
        return self.rows.rows_for(layer, number=place)

    def rows_in_time(self, layer):
        self.await_layer(layer.layer_id)
        return self.rows.rows_for(layer, number=self.places[layer.layer_id])


class KindsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.rows.packed[place][device_indices] = self.packed[place][host_indices].cuda()
