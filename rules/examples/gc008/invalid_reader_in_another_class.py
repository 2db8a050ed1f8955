# expect: GC008 SideStore
# The one who builds and loads the pool does not read it; the backend that holds the builder does.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class SideStore:
    def __init__(self, size, layer_num, device):
        self.rows = MHATokenToKVPool(size, layer_num, device)
        self.rows_host = MHATokenToKVPoolHost(self.rows, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.rows.layer_num):
                self.rows_host.load_to_device_per_layer(self.rows, src, dst, i)
                self.counter.events[0].complete(i)


class Backend:
    def __init__(self, store: SideStore):
        self.store = store

    def attend(self, layer_id, q):
        return q @ self.store.rows.get_key_buffer(layer_id).T
