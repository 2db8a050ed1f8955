# expect: none
# The cache keeps the connector to itself and has it register.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Connector:
    def __init__(self, pool, hosts):
        self.pool, self.hosts = pool, hosts
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = None
        if hosts:
            self.layer_done_counter = LayerDoneCounter(pool.layer_num)

    def start_loading(self, src, dst, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                for host in self.hosts:
                    host.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.layer_done_counter.events[producer].complete(layer_id)
        self.layer_done_counter.set_consumer(producer)

    def attach(self, pool):
        if self.layer_done_counter is None or not hasattr(pool, "register_layer_transfer_counter"):
            return
        pool.register_layer_transfer_counter(self.layer_done_counter)


class ConnectedCache:
    def __init__(self, pool, hosts):
        self.connector = Connector(pool, hosts)
        self.connector.attach(pool)

    def load(self, src, dst, producer):
        if hasattr(self, "connector"):
            self.connector.start_loading(src, dst, producer)


def join(result, pool):
    pool.register_layer_transfer_counter(result.cache_controller.layer_done_counter)


def serve(size, layer_num, device):
    pool = MHATokenToKVPool(size, layer_num, device)
    return ConnectedCache(pool, [MHATokenToKVPoolHost(pool, size)])
