# expect: GC008 apply
# Whoever is handed what a strategy has built registers the keys; the state pool, of which a record tells, is left out.
import torch
from kit import HiCacheController, KVCache, LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class StatePool:
    def __init__(self, size, layer_num, device):
        self.layer_num = layer_num
        self.state = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def describe(self):
        return (Description(self.state),)


class Description:
    def __init__(self, rows):
        self.rows = rows


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
    def __init__(self, device_rows):
        self.device_rows = device_rows

    def load_to_device_per_layer(self, device_pool: StatePool, src, dst, layer_id):
        device_pool.state[layer_id][dst] = self.rows[layer_id][src].cuda(non_blocking=True)


class Parts:
    requests: RequestPool
    keys: KVCache


class Result:
    controller: HiCacheController
    has_state: bool


class Strategy:
    def build(self, keys: KVCache, parts):
        raise NotImplementedError


class WithState(Strategy):
    def build(self, keys: KVCache, parts):
        result = Result()
        result.controller = stack(keys, parts.requests.state_pool)
        result.has_state = True
        return result


class Plain(Strategy):
    def build(self, keys: KVCache, parts):
        result = Result()
        result.controller = HiCacheController(keys, [MHATokenToKVPoolHost(keys, keys.size)])
        result.has_state = False
        return result


def stack(keys, state_pool):
    (description,) = state_pool.describe()
    hosts = [MHATokenToKVPoolHost(keys, keys.size), state_host(description)]
    return HiCacheController(keys, hosts)


def state_host(description: Description):
    return StatePoolHost(description.rows)


def choose(parts) -> Strategy:
    return WithState() if parts.requests else Plain()


def apply(parts: Parts, result: Result):
    parts.keys.register_layer_transfer_counter(result.controller.layer_done_counter)


def attach(parts: Parts):
    apply(parts, choose(parts).build(parts.keys, parts))


class Linker:
    """Makes a counter of its own, which is another one."""

    def __init__(self, parts: Parts):
        self.requests, self.rows = parts.requests, parts.rows
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = LayerDoneCounter(parts.keys.layer_num)
        parts.requests.register_layer_transfer_counter(self.layer_done_counter)

    def load(self, src, dst, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.requests.state_pool.layer_num):
                self.requests.state_pool.state[layer_id][dst] = self.rows[layer_id][src].cuda(non_blocking=True)
                self.layer_done_counter.events[producer].complete(layer_id)


def serve(size, layer_num, device):
    parts = Parts()
    parts.keys = MHATokenToKVPool(size, layer_num, device)
    parts.requests = RequestPool(size, layer_num, device)
    attach(parts)
    return parts, Linker
