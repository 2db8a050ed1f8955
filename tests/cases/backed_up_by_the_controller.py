# expect: GC001 FlatPool.get_page_data
# The controllers that load, or that register the counter, also back rows up, and order their own work; the pages of a
# backend are read like any other.
import torch
from kit import HiCacheController, LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class FlatPool(MHATokenToKVPool):
    def get_flat_data(self, indices):
        return torch.stack([rows[indices] for rows in self.k_buffer])

    def get_written_pages(self, indices):
        return torch.stack([rows[indices] for rows in self.v_buffer])

    def get_page_address(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_page_data(self, indices):
        return torch.stack([rows[indices] for rows in self.k_buffer])


class LoadingController(HiCacheController):
    def start_loading(self, device_pool, host_indices, device_indices, producer):
        super().start_loading(device_pool, host_indices, device_indices, producer)
        self.host_pools[0].load_to_device_per_layer(device_pool, host_indices, device_indices, 0)

    def write_pages(self, device_pool, device_indices):
        with torch.cuda.stream(self.write_stream):
            return device_pool.get_written_pages(device_indices).to("cpu", non_blocking=True)


class WritingController:
    def __init__(self, kvcache):
        self.layer_done_counter = LayerDoneCounter(kvcache.layer_num)
        kvcache.register_layer_transfer_counter(self.layer_done_counter)

    def write(self, device_pool, device_indices):
        with torch.cuda.stream(self.write_stream):
            return device_pool.get_flat_data(device_indices).to("cpu", non_blocking=True)


class Backend:
    def prefetch(self, pool, indices):
        return pool.get_page_data(indices).sum()


class Pages:
    def __init__(self, pool):
        self.page = pool.get_page_address(0)


class PagedHost(MHATokenToKVPoolHost):
    def __init__(self, device_pool, size):
        super().__init__(device_pool, size)
        self.pages = Pages(device_pool)
        self.page = device_pool.get_page_address(0)
