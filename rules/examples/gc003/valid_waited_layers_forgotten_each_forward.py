# expect: none
"""The set of layers that were waited for is emptied by whoever starts a forward."""

from kit import MHATokenToKVPool, TpWorker


class RememberingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._ready = set()

    def forget(self):
        self._ready.clear()

    def get_rows(self, layer_id, loc):
        if layer_id not in self._ready:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            self._ready.add(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]


class ForgettingWorker(TpWorker):
    def __init__(self, model_runner, controller, pool: RememberingPool):
        super().__init__(model_runner, controller)
        self.pool = pool

    def forward_batch_generation(self, batch):
        self.pool.forget()
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
