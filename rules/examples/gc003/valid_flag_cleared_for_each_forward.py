# expect: none
"""Waits once a forward: the flag is cleared where the forward begins."""

from kit import MHATokenToKVPool, TpWorker


class OncePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._waited = False

    def begin_forward(self):
        self._waited = False

    def get_rows(self, layer_id, loc):
        if not self._waited:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(self.layer_num - 1)
            self._waited = True
        return self.k_buffer[layer_id - self.start_layer][loc]


class OnceWorker(TpWorker):
    def __init__(self, model_runner, controller, pool: OncePool):
        super().__init__(model_runner, controller)
        self.pool = pool

    def forward_batch_generation(self, batch):
        self.pool.begin_forward()
        return super().forward_batch_generation(batch)
