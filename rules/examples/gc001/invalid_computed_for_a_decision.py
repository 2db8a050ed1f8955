# expect: GC001 CheckedPool.warn
# expect: GC001 CheckedPool.check
# expect: GC001 CheckedPool.refuse
# expect: GC001 CheckedPool.show
# expect: GC001 CheckedPool.describe
# expect: GC001 CheckedPool.scan
"""What is computed from a layer only decides where the code goes on, or is put into words: it is read all the same."""

import logging

from kit import MHATokenToKVPool

logger = logging.getLogger(__name__)


class CheckedPool(MHATokenToKVPool):
    def warn(self, layer_id):
        if self.k_buffer[layer_id - self.start_layer].isnan().any():
            logger.warning("not a number in layer %d", layer_id)

    def check(self, layer_id):
        fine = self.k_buffer[layer_id - self.start_layer].isfinite().all()
        bad = not fine
        if bad:
            raise RuntimeError(layer_id)

    def refuse(self, layer_id, loc):
        total = self.k_buffer[layer_id - self.start_layer][loc].sum().item()
        raise ValueError("the rows are wrong: " f"they make {total}")

    def show(self, layer_id, loc):
        print("rows", self.k_buffer[layer_id - self.start_layer][loc].mean())

    def describe(self, layer_id):
        return str(self.k_buffer[layer_id - self.start_layer].norm())

    def scan(self, layer_id, loc):
        rounds = 0
        while self.k_buffer[layer_id - self.start_layer][loc].any():
            rounds += 1
        return rounds
