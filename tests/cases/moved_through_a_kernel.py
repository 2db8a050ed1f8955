# expect: GC001 CompactedPool.gather_rows
# Rows that a gather takes and a kernel puts back into the buffer they came from are moved, which only the verification
# of drafts asks for, of requests that run already; rows that end elsewhere are read.
import torch
from kit import MHATokenToKVPool


class CompactedPool(MHATokenToKVPool):
    def _gather(self, rows, loc):
        return rows.view(torch.int32)[loc[:, None], 0].view(torch.uint8)

    def move_rows(self, dst, src):
        for layer in range(self.layer_num):
            taken = self._gather(self.k_buffer[layer], src)
            torch.ops.fork.scatter_rows(taken, self.k_buffer[layer], dst)

    def gather_rows(self, out, src):
        for layer in range(self.layer_num):
            taken = self._gather(self.k_buffer[layer], src)
            torch.ops.fork.scatter_rows(taken, out[layer], src)


def accept_drafts(pool, batch, accepted):
    pool.move_rows(batch.out_cache_loc, accepted)
    pool.gather_rows(batch.rows, accepted)
