# expect: none
# The controller registers its pool, copies rows to the host on a second stream, and reads through accessors.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class BackingHost(MHATokenToKVPoolHost):
    def backup_from_device(self, device_pool, host_indices, device_indices):
        for i in range(device_pool.layer_num):
            self.k_host[i][host_indices] = device_pool.k_buffer[i][device_indices].cpu()


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host = BackingHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.register()
        self.load_stream, self.write_stream = torch.cuda.Stream(), torch.cuda.Stream()

    def register(self):
        register = self.pool.register_layer_transfer_counter
        register(self.counter)

    def load(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def write(self, src, dst):
        with torch.cuda.stream(self.write_stream):
            self.host.backup_from_device(self.pool, src, dst)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
