# expect: GC006 Sender.peek
# expect: GC006 Sender._values
# The keys are read for two callers, of which one has waited; nobody waits for the values.
import torch
from kit import MHATokenToKVPool


class Sender:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _table(self):
        return self.pool.k_buffer

    @property
    def tables(self):
        return {"k": self._table(), "v": self.pool.v_buffer}

    def _pack(self, loc):
        return torch.stack([k[loc] for k in self._table()])

    def _values(self, layer_id, loc):
        return self.tables["v"][layer_id - self.pool.start_layer][loc]

    def send(self, loc):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return self._pack(loc)

    def peek(self, loc):
        return self._pack(loc)

    def send_one(self, layer_id, loc):
        return self._values(layer_id, loc)
