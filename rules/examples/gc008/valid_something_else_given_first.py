# expect: none
# What stands first in the call is a number of another pool; the one that it is built for is registered.
import torch
from kit import HiCacheController, KVCache, MHATokenToKVPool, MHATokenToKVPoolHost


class StatePool:
    def __init__(self, size, layer_num, device):
        self.layer_num = layer_num
        self.state = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]


class RequestPool:
    def __init__(self, size, layer_num, device):
        self.state_pool = StatePool(size, layer_num, device)
        self.layer_transfer_counter = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def state_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.state_pool.state[layer_id]


class OtherPool:
    def __init__(self, size, layer_num, device):
        self.state_pool = StatePool(size, layer_num, device)
        self.layer_transfer_counter = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def state_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.state_pool.state[layer_id]


class StatePoolHost:
    def __init__(self, device_pool, rows=0):
        self.device_pool = device_pool

    def load_to_device_per_layer(self, device_pool, src, dst, layer_id):
        device_pool.state[layer_id][dst] = self.rows[layer_id][src].cuda(non_blocking=True)


class Parts:
    requests: RequestPool
    others: OtherPool
    keys: KVCache


def attach(parts: Parts):
    hosts = [
        MHATokenToKVPoolHost(parts.keys, 3),
        StatePoolHost(rows=parts.requests.rows, device_pool=parts.others.state_pool),
    ]
    controller = HiCacheController(parts.keys, hosts)
    parts.keys.register_layer_transfer_counter(controller.layer_done_counter)
    parts.others.register_layer_transfer_counter(controller.layer_done_counter)
    return controller


def pools(size, layer_num, device):
    keys = MHATokenToKVPool(size, layer_num, device)
    return keys, RequestPool(size, layer_num, device), OtherPool(size, layer_num, device)
