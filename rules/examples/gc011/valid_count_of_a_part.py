# expect: none
"""A pool builds a smaller one for some of its layers; the table is made for the whole, nobody takes the part."""

from kit import KVCache, LayerDoneCounter, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, ids, device):
        super().__init__(size, layer_num, device)
        own = [layer_id for layer_id in ids if layer_id < layer_num]
        self.whole = MHATokenToKVPool(size, layer_num, device)
        self.some = MHATokenToKVPool(size, len(own), device) if own else None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter


class Controller:
    def __init__(self, pool: KVCache):
        self.layer_done_counter = LayerDoneCounter(pool.layer_num)
        pool.register_layer_transfer_counter(self.layer_done_counter)
