# expect: none
# Nobody looks a layer up: the inner pool numbers its layers as its owner does.
from kit import KVCache, MHATokenToKVPool


class WholePool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.all = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.all.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.all.get_key_buffer(layer_id)


def dump(pool: WholePool, loc):
    out = []
    for layer_id in range(pool.layer_num):
        if pool.layer_transfer_counter is not None:
            pool.layer_transfer_counter.wait_until(layer_id)
        out.append(pool.all.k_buffer[layer_id][loc])
    return out
