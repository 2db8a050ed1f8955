# expect: GC001 PairedPool.get_state
# expect: GC001 PairedPool.get_scale
# expect: GC001 PairedPool.get_rows
# A host keeps each buffer of the device beside memory of its own, or asks the pool for all that a layer has.
import torch
from kit import KVCache


class PairedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]
        self.scale = torch.zeros(layer_num, size, 1, device=device)
        self.places = torch.zeros(layer_num, dtype=torch.int64)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def tensors_of(self, layer):
        return [self.rows[layer], self.scale[layer]]

    def get_state(self, layer_id, loc):
        return self.state[layer_id - self.start_layer][loc]

    def get_rows(self, layer_id, loc):
        return self.rows[layer_id - self.start_layer][loc]

    def get_scale(self, layer_id, loc):
        return self.scale[layer_id - self.start_layer, loc]

    def get_waited(self, layer_id, loc):
        self._wait(layer_id)
        layer = layer_id - self.start_layer
        return self.state[layer][loc], self.rows[layer][loc], self.scale[layer, loc]

    def get_place(self, layer_id):
        return self.places[layer_id - self.start_layer].item()


class PairedHost:
    def __init__(self, device_pool: "PairedPool", size):
        self.host = torch.zeros(device_pool.layer_num, size, 4, pin_memory=True)
        self.pairs = []
        self.pairs.append(
            (device_pool.state, [torch.zeros(size, 4, pin_memory=True) for _ in range(device_pool.layer_num)])
        )

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for target, source in self.pairs:
            target[layer_id][device_indices] = source[layer_id][host_indices].cuda(non_blocking=True)
        for target, source in zip(device_pool.tensors_of(layer_id), (self.host, self.host)):
            target[device_indices] = source[layer_id][host_indices].cuda(non_blocking=True)
