# expect: none
# What heirs will do is not known.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id):  # gatecheck: requires-gate the caller waits
        raise NotImplementedError
