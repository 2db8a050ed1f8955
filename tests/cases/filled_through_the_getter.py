# expect: GC001 FilledPool.get_recent_rows
# Two getters for the fast path: the first is fetched only to be written into, by a kernel that works on the query in
# place and on a way where the name also gets other values; the rows of the second are attended to.
import torch
from kit import MHATokenToKVPool


class FilledPool(MHATokenToKVPool):
    def get_rows_to_fill(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_recent_rows(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Attention:
    def __init__(self, pool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def prepare(self, q, loc, deferred):
        if deferred:
            rows, loc = None, None
        else:
            rows = self.pool.get_rows_to_fill(self.layer_id)
        q = torch.ops.fork.rotate_and_store(q=q, rows=rows, loc=loc)
        return q

    def attend(self, q, loc, deferred):
        if deferred:
            rows, loc = None, None
        else:
            rows = self.pool.get_recent_rows(self.layer_id)
        return torch.ops.fork.flash(q, rows, loc)
