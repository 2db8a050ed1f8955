# expect: GC008 attach
# Whoever registers the state pool is only ever given the controller of another stack.
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


class StatePoolHost:
    def __init__(self, device_pool):
        self.device_pool = device_pool

    def load_to_device_per_layer(self, device_pool, src, dst, layer_id):
        device_pool.state[layer_id][dst] = self.rows[layer_id][src].cuda(non_blocking=True)


class Parts:
    requests: RequestPool
    keys: KVCache


def stack(keys, state):
    hosts = [MHATokenToKVPoolHost(keys, keys.size), StatePoolHost(state)]
    controller = HiCacheController(keys, hosts)
    return hosts, controller


def attach(parts: Parts):
    _, controller = stack(parts.keys, parts.requests.state_pool)
    parts.keys.register_layer_transfer_counter(controller.layer_done_counter)
    return controller


def take_over(parts: Parts, controller):
    parts.requests.register_layer_transfer_counter(controller.layer_done_counter)


def attach_all(parts: Parts):
    _, controller = stack(parts.keys, parts.requests.state_pool)
    take_over(parts, controller)


def pools(size, layer_num, device):
    return MHATokenToKVPool(size, layer_num, device), RequestPool(size, layer_num, device)
