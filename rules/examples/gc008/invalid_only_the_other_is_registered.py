# expect: GC008 TwoTier
# Of two pools the first gets the counter. The second is read, before anything else, by a method of its own.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class IndexPool(MHATokenToKVPool):
    pass


class TwoTier:
    def __init__(self, size, layer_num, device):
        counter = LayerDoneCounter(layer_num)
        self.kv = MHATokenToKVPool(size, layer_num, device)
        self.kv.register_layer_transfer_counter(counter)
        self.index = IndexPool(size, layer_num, device)
        self.counter = counter
        self.hosts = [MHATokenToKVPoolHost(self.kv, size)]
        self.index_host = MHATokenToKVPoolHost(self.index, size)
        self.load_stream = torch.cuda.Stream()

    def start(self, src, dst):
        self.load_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.load_stream):
            for i in range(self.kv.layer_num):
                for host in self.hosts:
                    host.load_to_device_per_layer(self.kv, src, dst, i)
                self.index_host.load_to_device_per_layer(self.index, src, dst, i)
                self.counter.events[0].complete(i)

    def select(self, layer_id, q):
        keys, values = self.index.get_kv_buffer(layer_id)
        return (q @ keys.T).topk(2), values
