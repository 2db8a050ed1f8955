# expect: none
"""What is handed in is registered by its owner or behind it, or waited for; of two pools of one class only one is muted."""

from kit import KVCache, LayerDoneCounter, MHATokenToKVPool


class Forwarding(KVCache):
    def __init__(self, size, layer_num, device, inner):
        super().__init__(size, layer_num, device)
        self.inner = inner

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(layer_transfer_counter)

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class Muting(KVCache):
    def __init__(self, size, layer_num, device, core):
        super().__init__(size, layer_num, device)
        self.core = core

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.core.register_layer_transfer_counter(None)

    def get_value_buffer(self, layer_id):
        return self.core.get_value_buffer(layer_id)


class Pair(KVCache):
    def __init__(self, size, layer_num, device, first: MHATokenToKVPool, second: MHATokenToKVPool):
        super().__init__(size, layer_num, device)
        self.first = first
        self.second = second

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.first.register_layer_transfer_counter(layer_transfer_counter)
        self.second.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        return self.first.get_key_buffer(layer_id)

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.second.get_value_buffer(layer_id)


def build(size, layer_num, device):
    return Forwarding(size, layer_num, device, MHATokenToKVPool(size, layer_num, device))


def assemble(size, layer_num, device):
    core = MHATokenToKVPool(size, layer_num, device)
    pool = Muting(size, layer_num, device, core)
    counter = LayerDoneCounter(layer_num)
    pool.register_layer_transfer_counter(counter)
    core.register_layer_transfer_counter(counter)
    return pool
