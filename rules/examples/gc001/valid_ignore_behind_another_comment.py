# expect: none
# Other tools are told something on the same line, before it or behind it.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def keys_at(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # noqa: E501  # gatecheck: ignore[GC001] loaded before

    def values_at(self, layer_id, loc):
        return self.v_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001] loaded before  # noqa: E501

    def both_at(self, layer_id, loc):
        # rows = self.k_buffer[layer_id][loc]  # gatecheck: ignore[GC001] what was put aside addresses nobody
        return self.get_key_buffer(layer_id)[loc], self.get_value_buffer(layer_id)[loc]
