# expect: none
# A helper of the sender's own hands the whole table out; who takes layers from it is called behind the wait.
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

    def _twice(self, loc):
        return self._pack(loc) * 2

    def send(self, loc):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return self._twice(loc)

    def send_one(self, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self._values(layer_id, loc)

    def dump(self, loc):
        torch.cuda.synchronize()
        return self._pack(loc).cpu()
