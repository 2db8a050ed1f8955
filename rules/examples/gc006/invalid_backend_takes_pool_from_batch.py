# expect: GC006 PagedBackend.forward_extend
# The batch carries the pool, untyped; only pools have an attribute of this name. Writing the new rows is fine, handing the
# whole layer to the attention kernel is not.
import torch
from kit import MHATokenToKVPool


class PagedBackend:
    def __init__(self, runner):
        self.page = runner.page_size

    def forward_extend(self, q, k, v, layer, batch):
        pool = batch.token_to_kv_pool
        pool.set_kv_buffer(layer, batch.out_cache_loc, k, v)
        keys = pool.k_buffer[layer.layer_id].view(-1, self.page, 8)
        return torch.ops.attn.prefill(q, keys, batch.table)

    def forward_gated(self, q, layer, batch):
        keys = batch.token_to_kv_pool.get_key_buffer(layer.layer_id)
        return torch.ops.attn.prefill(q, keys.view(-1, self.page, 8), batch.table)


def make(size, layers, device):
    return MHATokenToKVPool(size, layers, device)
