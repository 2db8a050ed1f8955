# expect: GC901 SpellingPool.get_rows
# expect: GC001 SpellingPool.get_rows
"""A word that the tool does not know silences nothing, and is told."""

from kit import MHATokenToKVPool


class SpellingPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignored[GC001] loaded before the forward
