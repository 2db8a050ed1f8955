# expect: GC901 P
# The word stands in front of the def, where it binds nobody.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    # gatecheck: requires-gate the caller waits
    def rows(self, layer_id):
        return self.get_key_buffer(layer_id)
