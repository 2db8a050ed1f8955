# expect: GC003 SwitchedPool.get_rows
"""A switch in the environment turns the wait off, and nothing else takes its place."""

import os

from kit import MHATokenToKVPool

SKIP_WAIT = os.environ.get("POOL_SKIP_WAIT", "0") == "1"


class SwitchedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if not SKIP_WAIT and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
