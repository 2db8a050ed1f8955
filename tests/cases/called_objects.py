# expect: GC006 Hasty.forward
# expect: GC006 Alone.__call__
# expect: GC008 Reader
# expect: GC010 Recorded.__call__
# An object that is called runs its `__call__`: whoever calls it has waited for it or not, and it is an entry like others.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Gather:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def __call__(self, layer_id, loc):
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]


class Patient:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.gather = Gather(pool)

    def forward(self, layer_id, loc):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self.gather(layer_id, loc)


class Stacked:
    def __init__(self, pool: MHATokenToKVPool, count):
        self.pool = pool
        self.parts = [Gather(pool) for _ in range(count)]

    def forward(self, layer_id, loc):
        self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return [part(layer_id, loc) for part in self.parts]


class Hasty:
    def __init__(self, gather: Gather):
        self.rows = gather

    def forward(self, layer_id, loc):
        return self.rows(layer_id, loc)


class Alone:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def __call__(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]


class Recorded:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, layer_id):
        with torch.cuda.graph(self.graph):
            self.output = self.pool.get_key_buffer(layer_id).sum()

    def __call__(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.output


class Ordered(Recorded):
    def __call__(self, batch):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        self.graph.replay()
        return self.output


class SidePool(MHATokenToKVPool):
    pass


class Reader:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()

    def load(self, host_indices, device_indices):
        with torch.cuda.stream(self.stream):
            for layer_id in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, host_indices, device_indices, layer_id)
                self.counter.events[0].complete(layer_id)

    def __call__(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
