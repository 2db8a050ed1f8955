# expect: GC001 ScaledPool.get_row_scale
# expect: GC001 ScaledPool.get_block_scale
# Three buffers of scales, none of whose getters waits. The first is only ever fetched behind the keys of the same layer;
# the second before them, the third behind the keys of another layer on one way.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.key_scale = [torch.ones(size, device=device) for _ in range(layer_num)]
        self.row_scale = [torch.ones(size, device=device) for _ in range(layer_num)]
        self.block_scale = [torch.ones(size, device=device) for _ in range(layer_num)]

    def get_key_scale(self, layer_id):
        return self.key_scale[layer_id - self.start_layer]

    def get_row_scale(self, layer_id):
        return self.row_scale[layer_id - self.start_layer]

    def get_block_scale(self, layer_id):
        return self.block_scale[layer_id - self.start_layer]


class ScaledPoolHost(MHATokenToKVPoolHost):
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        super().load_to_device_per_layer(device_pool, host_indices, device_indices, layer_id)
        device_pool.key_scale[layer_id][device_indices] = self.scales[0][layer_id][host_indices].cuda()
        device_pool.row_scale[layer_id][device_indices] = self.scales[1][layer_id][host_indices].cuda()
        device_pool.block_scale[layer_id][device_indices] = self.scales[2][layer_id][host_indices].cuda()


class Attention:
    def __init__(self, pool):
        self.pool = pool

    def forward(self, q, layer):
        if layer.is_cross:
            keys = self.pool.get_key_buffer(layer.encoder_layer_id)
        else:
            keys = self.pool.get_key_buffer(layer.layer_id)
        blocks = self.pool.get_block_scale(layer.layer_id)
        return torch.ops.fork.flash(q, keys, blocks)

    def forward_scaled(self, q, layer):
        rows = self.pool.get_row_scale(layer.layer_id).clone()
        keys = self.pool.get_key_buffer(layer.layer_id)
        return torch.ops.fork.flash(q, keys, self.pool.get_key_scale(layer.layer_id), rows)
