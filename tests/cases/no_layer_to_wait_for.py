# expect: GC003 HistoryPool.get_history_behind_flag
# expect: GC003 HistoryPool.get_history_of
# A pool without state layers has none to wait for: testing the map that the layer is chosen from is part of the gate. A
# flag is not, and neither is the layer itself, which may be 0.
import torch
from kit import KVCache


class HistoryPool(KVCache):
    def __init__(self, size, layer_num, device, state_layers, restores):
        super().__init__(size, layer_num, device)
        self.state_layers = state_layers
        self.restores = restores
        self.history = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get_history(self, loc):
        if self.layer_transfer_counter is not None and self.state_layers:
            first = min(self.state_layers)
            self.layer_transfer_counter.wait_until(first - self.start_layer)
        return self.history[min(self.state_layers) - self.start_layer][loc]

    def get_history_behind_flag(self, loc):
        if self.layer_transfer_counter is not None and self.restores:
            self.layer_transfer_counter.wait_until(min(self.state_layers) - self.start_layer)
        return self.history[min(self.state_layers) - self.start_layer][loc]

    def get_history_of(self, layer_id, loc):
        if self.layer_transfer_counter is not None and layer_id:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.history[layer_id - self.start_layer][loc]


class HistoryHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.history[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
