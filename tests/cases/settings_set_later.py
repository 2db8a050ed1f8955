# expect: GC001 RingPool.get_states_at_once
# The rings are made behind a getter that raises until the settings are there: a module's None is a place for what is set
# later, and the constructor goes on.
import torch
from kit import KVCache

_SETTINGS = None


def keep_settings(settings):
    global _SETTINGS
    _SETTINGS = settings


def settings():
    if _SETTINGS is None:
        raise ValueError("nothing is set yet")
    return _SETTINGS


class Ring:
    def __init__(self, size, device):
        self.scores = torch.empty(size, 4, device=device)


class RingPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.rings = [None] * layer_num
        for layer in range(layer_num):
            slots = settings().slots
            self.rings[layer] = Ring(slots, device)

    def get_states(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rings[layer_id]

    def get_states_at_once(self, layer_id):
        return self.rings[layer_id]


class RingHost:
    def __init__(self, rings):
        self.views = [ring.scores.view(torch.uint8) for ring in rings]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        self.views[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


def build_hosts(pool: RingPool, layers):
    return RingHost([pool.rings[layer] for layer in layers])
