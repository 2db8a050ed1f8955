# expect: GC901 P
# The line above a def is no place for a word about it.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self):
        return 1

    # gatecheck: store the kernel writes
    def rows(self, layer_id):
        return self.get_key_buffer(layer_id)
