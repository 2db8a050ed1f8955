# expect: GC006 mla_prefill
# The pool travels in a dataclass field and is narrowed by a local alias of the runner.
from dataclasses import dataclass

from kit import MHATokenToKVPool


@dataclass
class Forward:
    layer_ids: list
    kv: MHATokenToKVPool
    loc: object = None


def mla_prefill(fwd: Forward, layer_id, q):
    kv = fwd.kv
    latent = kv.k_buffer[layer_id - kv.start_layer][..., :6]
    return (q @ latent.T) @ kv.get_value_buffer(layer_id)
