# expect: none
"""The pool keeps a small object that knows how to wait for it."""

from kit import MHATokenToKVPool


class Gate:
    def __init__(self, pool):
        self._pool = pool

    def __call__(self, layer_id):
        counter = self._pool.layer_transfer_counter
        if counter is None:
            return
        counter.wait_until(layer_id - self._pool.start_layer)


class GuardedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.gate = Gate(self)

    def get_key_rows(self, layer_id, loc):
        self.gate(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]
