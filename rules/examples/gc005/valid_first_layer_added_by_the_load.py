# expect: none
# Events are numbered from the pool's first layer, and the load adds that to look a layer up; one table has own numbers.
import torch
from kit import KVCache


class PlacesPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = [torch.zeros(size, 4, device=device) for _ in ids]
        self.places = {g: i for i, g in enumerate(ids)}

    def get_state(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state[self.places[layer_id]]

    def get_state_of_event(self, event):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(event)
        return self.state[self.places[event + self.start_layer]]


class PlacesHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.state[place][device_indices] = self.state[place][host_indices].cuda()


class TwoTablesPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = [torch.zeros(size, 4, device=device) for _ in ids]
        self.marks = [torch.zeros(size, 4, device=device) for _ in ids]
        self.places = {g: i for i, g in enumerate(ids)}
        self.event_places = {g - start_layer: i for i, g in enumerate(ids)}

    def await_event(self, event):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(event)

    def get_marks(self, event):
        self.await_event(event)
        return self.marks[self.event_places[event]]


class TwoTablesHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.event_places.get(layer_id)
        if place is not None:
            device_pool.marks[place][device_indices] = self.marks[place][host_indices].cuda()
            kept = device_pool.places[layer_id + device_pool.start_layer]
            device_pool.state[kept][device_indices] = self.state[kept][host_indices].cuda()
