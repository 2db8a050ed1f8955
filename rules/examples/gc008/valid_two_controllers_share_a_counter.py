# expect: none
# Two controllers are given one counter: what is registered by way of the one holds for the other.
import torch
from kit import KVCache, LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


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


class Controller:
    def __init__(self, hosts, counter):
        self.hosts = hosts
        self.layer_done_counter = counter


def stack(keys, state, counter):
    hosts = [MHATokenToKVPoolHost(keys, keys.size), StatePoolHost(state)]
    return hosts, Controller(hosts, counter)


def attach(parts: Parts, counter: LayerDoneCounter):
    _, controller = stack(parts.keys, parts.requests.state_pool, counter)
    parts.keys.register_layer_transfer_counter(controller.layer_done_counter)


def take_over(parts: Parts, controller):
    parts.requests.register_layer_transfer_counter(controller.layer_done_counter)


def attach_all(parts: Parts, counter: LayerDoneCounter):
    _, controller = stack(parts.keys, parts.requests.state_pool, counter)
    take_over(parts, controller)


def pools(size, layer_num, device):
    return MHATokenToKVPool(size, layer_num, device), RequestPool(size, layer_num, device)
