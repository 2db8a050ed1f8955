# expect: GC001 P.a
"""Both layers leave together, in a named tuple."""

from typing import NamedTuple

import torch
from kit import MHATokenToKVPool


class KV(NamedTuple):
    k: torch.Tensor
    v: torch.Tensor


class P(MHATokenToKVPool):
    def a(self, layer_id):
        return KV(self.k_buffer[layer_id - self.start_layer], self.v_buffer[layer_id - self.start_layer])

    def b(self, layer_id):
        return KV(k=self.get_key_buffer(layer_id), v=self.get_value_buffer(layer_id))
