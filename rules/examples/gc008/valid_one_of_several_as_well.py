# expect: none
# The keys get the counter at once, the requests where there are states.
import torch
from kit import KVCache, LayerDoneCounter, MHATokenToKVPool


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


class Parts:
    requests: RequestPool
    keys: KVCache


def buffers_of(parts):
    found = {"keys": parts.keys.k_buffer}
    if parts.requests is not None:
        found["state"] = parts.requests.state
    return found


class Linker:
    def __init__(self, parts: Parts):
        self.entries = buffers_of(parts)
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = LayerDoneCounter(parts.keys.layer_num)
        parts.keys.register_layer_transfer_counter(self.layer_done_counter)
        if "state" in self.entries:
            parts.requests.register_layer_transfer_counter(self.layer_done_counter)

    def load(self, rows, dst, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.layer_done_counter.num_layers):
                for name, buffers in self.entries.items():
                    buffers[layer_id][dst] = rows[name][layer_id].cuda(non_blocking=True)
                self.layer_done_counter.events[producer].complete(layer_id)


class Wrapper:
    def __init__(self, linker: Linker):
        self.linker = linker

    @property
    def layer_done_counter(self):
        return self.linker.layer_done_counter


class Cache:
    def __init__(self, linker: Linker):
        self.wrapper = Wrapper(linker)


class Worker:
    def take(self, counter):
        self.counter = counter

    def forward(self, batch):
        self.counter.set_consumer(batch.consumer_index)
        return self.runner.forward(batch)


def serve(size, layer_num, device, worker: Worker):
    parts = Parts()
    parts.keys = MHATokenToKVPool(size, layer_num, device)
    parts.requests = RequestPool(size, layer_num, device)
    cache = Cache(Linker(parts))
    counter = cache.wrapper.layer_done_counter
    worker.take(counter)
    return cache
