# expect: GC001 NamedPool.get_state
# expect: GC001 NamedPool.get_scale
# expect: GC001 NamedPool.get_marks
# Which buffers a load writes stands in a constant of the module or of a class, as names or pairs of names.
import torch
from kit import KVCache

STATES = ("state", "other_state")
PAIRS = [("scale", "host_scale"), ("other_scale", "host_scale")]
LIMITS = (4, 128)


class NamedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]
        self.other_state = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]
        self.scale = [torch.zeros(size, 1, device=device) for _ in range(layer_num)]
        self.other_scale = [torch.zeros(size, 1, device=device) for _ in range(layer_num)]
        self.marks = [torch.zeros(size, device=device) for _ in range(layer_num)]
        self.unnamed = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_state(self, layer_id, loc):
        return self.state[layer_id - self.start_layer][loc]

    def get_scale(self, layer_id, loc):
        return self.scale[layer_id - self.start_layer][loc]

    def get_marks(self, layer_id, loc):
        return self.marks[layer_id - self.start_layer][loc]

    def get_waited(self, layer_id, loc):
        self._wait(layer_id)
        layer = layer_id - self.start_layer
        return self.other_state[layer][loc], self.other_scale[layer][loc], self.marks[layer][loc]

    def get_unnamed(self, layer_id, loc):
        return self.unnamed[layer_id - self.start_layer][min(loc, LIMITS[0])]


class NamedHost:
    NAMES = ("marks",)

    def __init__(self, device_pool: "NamedPool", size):
        self.host_scale = torch.zeros(device_pool.layer_num, size, 1, pin_memory=True)
        self.host = {name: torch.zeros(device_pool.layer_num, size, 4, pin_memory=True) for name in STATES}

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for name in STATES:
            getattr(device_pool, name)[layer_id][device_indices] = self.host[name][layer_id][host_indices].cuda()
        for name, source in PAIRS:
            rows = getattr(self, source)[layer_id][host_indices].cuda(non_blocking=True)
            getattr(device_pool, name)[layer_id][device_indices] = rows
        for name in self.NAMES:
            getattr(device_pool, name)[layer_id][device_indices] = self.host_scale[layer_id][host_indices].cuda()
