# expect: GC003 ChunkPool.gather
"""The wait stands in a loop over chunks; without chunks the read comes unordered."""

import torch
from kit import MHATokenToKVPool


class ChunkPool(MHATokenToKVPool):
    def gather(self, layer_id, chunks, tail):
        keys = self.k_buffer[layer_id - self.start_layer]
        rows = []
        for chunk in chunks:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            rows.append(keys[chunk])
        rows.append(keys[tail])
        return torch.cat(rows)
