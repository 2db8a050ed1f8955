# expect: none
# The readers wait by themselves: for the event of the layer, and for the whole load stream.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class ByHand:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.load_stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        self.counter.wait_until(layer_id)
        return q @ self.pool.get_key_buffer(layer_id).T

    def attend_all(self, q):
        torch.cuda.current_stream().wait_stream(self.load_stream)
        return [q @ self.pool.get_key_buffer(i).T for i in range(self.pool.layer_num)]

    def drain(self, layer_id):
        self.load_stream.synchronize()
        return self.pool.get_value_buffer(layer_id).cpu()
