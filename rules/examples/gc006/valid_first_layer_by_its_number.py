# expect: none
# What describes a layer that is written as a number is no read, nor is a store, nor the choice of a layer among two kinds.
import torch
from kit import KVCache, MHATokenToKVPool


def describe(pool: MHATokenToKVPool, loc, log):
    first = pool.k_buffer[0]
    if first[loc].numel() > 3 and first.is_cuda:
        log(first[loc].shape, first.dtype)
    first[loc].fill_(0)


def push(pool: MHATokenToKVPool, loc, sock):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(0)
    sock.send(pool.k_buffer[0][loc].cpu())


class StackedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.kv_buffer = torch.zeros(2, layer_num, size, 8, device=device)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.kv_buffer[0][layer_id - self.start_layer]

    def describe(self, layer, log):
        log(self.kv_buffer[0][layer].data_ptr(), self.kv_buffer[1][layer].view(-1).shape)


class StackedHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for kind in (0, 1):
            device_pool.kv_buffer[kind][layer_id][device_indices] = self.host[kind][layer_id][host_indices].cuda()
