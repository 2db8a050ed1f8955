# expect: GC901 P.size_of
# expect: GC901 P.get_key_view
# Nothing is fetched in the one, and the other waits itself.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def size_of(self, layer_id):  # gatecheck: store nothing is fetched here
        return self.layer_num

    def get_key_view(self, layer_id):  # gatecheck: requires-gate it waits itself, there is nothing to require
        return self.get_key_buffer(layer_id)
