# expect: none
# Every layer of one tensor is read behind the last of them, whoever keeps its number; other views are of some layers.
import torch
from kit import KVCache


class StackPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0, last_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.last_layer = last_layer
        self.places = {g: i for i, g in enumerate(ids)}
        self.state = torch.zeros(layer_num, size, 4, device=device)
        self.some = torch.zeros(len(ids), size, 4, device=device)

    def await_event(self, event):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(event)

    def get_state(self, layer_id):
        self.await_event(layer_id - self.start_layer)
        return self.state[layer_id - self.start_layer], self.some[self.places[layer_id]]

    def rows_of_all(self, rows):
        self.await_event(self.layer_num - 1)
        return self.state[:, rows]

    def all_of_all(self):
        self.await_event(self.last_layer - self.start_layer)
        return self.state.clone()

    def first_ones(self, layer_id, rows):
        self.await_event(layer_id - self.start_layer)
        return self.state[: layer_id - self.start_layer + 1][:, rows]

    def turned(self, layer_id, rows):
        self.await_event(layer_id - self.start_layer)
        return self.state.transpose(0, 1)[:, layer_id - self.start_layer].clone()

    def some_of_all(self, rows):
        self.await_event(max(self.places) - self.start_layer)
        return self.some[:, rows]


class StackHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.state[layer_id, device_indices] = self.state[layer_id, host_indices].cuda()
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.some[place, device_indices] = self.some[place, host_indices].cuda()
