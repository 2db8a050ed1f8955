# expect: GC008 FarLinker
# Both linkers load what one function makes of the same parts; one of them forgets the requests.
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
    return {"keys": parts.keys.k_buffer, "state": parts.requests.state}


class Linker:
    def load(self, rows, dst, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.layer_done_counter.num_layers):
                for name, buffers in self.entries.items():
                    buffers[layer_id][dst] = rows[name][layer_id].cuda(non_blocking=True)
                self.layer_done_counter.events[producer].complete(layer_id)


class NearLinker(Linker):
    def __init__(self, parts: Parts):
        self.entries = buffers_of(parts)
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = LayerDoneCounter(parts.keys.layer_num)
        parts.requests.register_layer_transfer_counter(self.layer_done_counter)


class FarLinker(Linker):
    def __init__(self, parts: Parts):
        self.entries = buffers_of(parts)
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = LayerDoneCounter(parts.keys.layer_num)


def serve(size, layer_num, device, is_near):
    parts = Parts()
    parts.keys = MHATokenToKVPool(size, layer_num, device)
    parts.requests = RequestPool(size, layer_num, device)
    linker = NearLinker(parts) if is_near else FarLinker(parts)
    parts.keys.register_layer_transfer_counter(linker.layer_done_counter)
    return linker, parts
