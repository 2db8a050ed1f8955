# expect: none
"""The wait comes first, the layer is what is written into, or nothing says which of the tensors that is."""

import torch
from kernels import copy_rows, rope_and_store, store_rows
from kit import MHATokenToKVPool


class GatherPool(MHATokenToKVPool):
    def gather(self, layer_id, loc, out):
        keys = self.k_buffer[layer_id - self.start_layer].view(-1, 8)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.ops.kit.gather_rows(keys, loc, out=out)

    def put(self, layer_id, loc, keys, values):
        index = layer_id - self.start_layer
        store_rows(src=keys, index=loc, dst=self.k_buffer[index])
        store_rows(keys, values, loc, dst=self.k_buffer[index], dst_v=self.v_buffer[index])

    def put_both(self, layer_id, loc, keys, values):
        index = layer_id - self.start_layer
        store_rows(keys, values, self.v_buffer[index], loc, out=self.k_buffer[index])

    def put_rotated(self, layer_id, loc, keys, out_loc):
        rope_and_store(keys, cache=self.k_buffer[layer_id - self.start_layer], out_loc=out_loc)
        rope_and_store(keys, cache=self.k_buffer[layer_id - self.start_layer], out=None)

    def move(self, layer_id, source, target):
        rows = self.k_buffer[layer_id - self.start_layer]
        copy_rows(rows, source, target, dst=rows)
