# expect: none
# Whoever wires the controller registers the pool under its property's name.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.fetch_stream = torch.cuda.Stream()

    @property
    def kv(self):
        return self.pool

    def load(self, src, dst):
        with torch.cuda.stream(self.fetch_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T


def wire(controller, counter):
    controller.kv.register_layer_transfer_counter(counter)
