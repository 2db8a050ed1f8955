# expect: GC006 Sender.stage_layer
# expect: GC006 Sender.stage_rows
# expect: GC006 stage_for
"""What torch is told to write into may lie anywhere: the rows are gathered there and then, behind no wait."""

import torch
from kit import MHATokenToKVPool


class Sender:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.rows = torch.empty(64, 8, device=pool.device)

    def stage_layer(self, layer_id, loc):
        torch.index_select(self.pool.k_buffer[layer_id - self.pool.start_layer], 0, loc, out=self.rows)

    def stage_rows(self, layer_id, loc):
        rows = self.rows[: loc.numel()]
        torch.index_select(self.pool.v_buffer[layer_id - self.pool.start_layer], 0, loc, out=rows)
        return rows

    def stage_in_order(self, layer_id, loc):
        self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        torch.index_select(self.pool.k_buffer[layer_id - self.pool.start_layer], 0, loc, out=self.rows)

    def stage_through_the_accessor(self, layer_id, loc):
        torch.index_select(self.pool.get_key_buffer(layer_id), 0, loc, out=self.rows)


def stage_for(batch, pool: MHATokenToKVPool, layer_id, loc):
    torch.index_select(pool.k_buffer[layer_id - pool.start_layer], 0, loc, out=batch.rows)
