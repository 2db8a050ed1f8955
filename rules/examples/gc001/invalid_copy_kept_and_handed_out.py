# expect: GC001 StickyPool.begin_layer
"""The copy is made in one method and handed out in another, and neither waits."""

from kit import MHATokenToKVPool


class StickyPool(MHATokenToKVPool):
    def begin_layer(self, layer_id, loc):
        self.current_rows = self.k_buffer[layer_id - self.start_layer][loc].clone()

    def rows(self):
        return self.current_rows
