# expect: none
# The base registers the keys, then the counter is replaced: one helper takes it to the drafts, another to the target.
import torch
from kit import HiCacheController, KVCache, LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class RequestPool:
    def __init__(self, size, layer_num, device):
        self.state = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.layer_transfer_counter = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def state_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.state[layer_id]


class RequestPoolHost:
    def load_to_device_per_layer(self, device_pool: RequestPool, src, dst, layer_id):
        device_pool.state[layer_id][dst] = self.rows[layer_id][src].cuda(non_blocking=True)


class Parts:
    requests: RequestPool
    keys: KVCache
    draft_pools: tuple[object, ...]


class StackController(HiCacheController):
    def __init__(self, keys: KVCache, hosts, layers=None):
        super().__init__(keys, hosts)
        if layers is not None and layers != keys.layer_num:
            self.layer_done_counter = LayerDoneCounter(layers)


def stack(keys, requests, layers):
    return StackController(keys, [MHATokenToKVPoolHost(keys, keys.size), RequestPoolHost()], layers=layers)


def register_drafts(parts: Parts, controller: StackController):
    for draft_pool in parts.draft_pools:
        draft_pool.register_layer_transfer_counter(controller.layer_done_counter)


def register_target(parts: Parts, controller: StackController):
    parts.requests.register_layer_transfer_counter(controller.layer_done_counter)
    parts.keys.register_layer_transfer_counter(controller.layer_done_counter)


def attach(parts: Parts, layers):
    controller = stack(parts.keys, parts.requests, layers)
    register_target(parts, controller)
    register_drafts(parts, controller)
    return controller


def pools(size, layer_num, device):
    return MHATokenToKVPool(size, layer_num, device), RequestPool(size, layer_num, device)
