# expect: GC902 P.rows
# What stands behind it is said to another tool.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001]  # noqa: E501
