# expect: GC011 assemble
# Three calls lie between the count and the table.
from kit import HiCacheController, LayerDoneCounter


class SizedController(HiCacheController):
    def __init__(self, kvcache, host_pools, transfer_layers):
        super().__init__(kvcache, host_pools)
        self.transfer_layers = transfer_layers
        self.layer_done_counter = self._counter(self.transfer_layers)
        kvcache.register_layer_transfer_counter(self.layer_done_counter)

    def _counter(self, n):
        return LayerDoneCounter(n)


def controller_for(pool, hosts, how_many):
    return SizedController(pool, hosts, transfer_layers=how_many)


def assemble(pool, hosts, kv_layers, state_layers):
    total = len(set(kv_layers) | set(state_layers))
    controller = controller_for(pool, hosts, total)
    for layer_id in sorted({*kv_layers, *state_layers}):
        controller.layer_done_counter.events[0].complete(layer_id)
    return controller
