# expect: none
"""Waits once a forward: the flag begins in the class, and is cleared where the forward begins."""

from kit import MHATokenToKVPool, TpWorker


class OncePool(MHATokenToKVPool):
    landed = False

    def begin_forward(self):
        self.landed = False

    def get_rows(self, layer_id, loc):
        if not self.landed:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(self.layer_num - 1)
            self.landed = True
        return self.k_buffer[layer_id - self.start_layer][loc]


class OnceWorker(TpWorker):
    def __init__(self, model_runner, controller, pool: OncePool):
        super().__init__(model_runner, controller)
        self.pool = pool

    def forward_batch_generation(self, batch):
        self.pool.begin_forward()
        return super().forward_batch_generation(batch)
