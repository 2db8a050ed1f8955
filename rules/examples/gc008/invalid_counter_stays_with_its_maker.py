# expect: GC008 QuietController
# The controller is handed the pool, makes a counter and announces its loads on it, but gives it to nobody.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class QuietController:
    def __init__(self, pool, hosts):
        self.pool, self.hosts = pool, hosts
        self.load_stream = torch.cuda.Stream()
        self.done = LayerDoneCounter(pool.layer_num) if hosts else None

    def start_loading(self, src, dst, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                for host in self.hosts:
                    host.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.done.events[producer].complete(layer_id)


def serve(size, layer_num, device):
    pool = MHATokenToKVPool(size, layer_num, device)
    return QuietController(pool, [MHATokenToKVPoolHost(pool, size)])
