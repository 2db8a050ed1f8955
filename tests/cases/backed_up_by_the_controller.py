# expect: GC001 FlatPool.get_page_data
# The controller that loads also backs rows up, and orders its own work; a backend's pages are read like any other.
import torch
from kit import HiCacheController, MHATokenToKVPool


class FlatPool(MHATokenToKVPool):
    def get_flat_data(self, indices):
        return torch.stack([rows[indices] for rows in self.k_buffer])

    def get_page_data(self, indices):
        return torch.stack([rows[indices] for rows in self.k_buffer])


class WritingController(HiCacheController):
    def start_loading(self, device_pool, host_indices, device_indices, producer):
        super().start_loading(device_pool, host_indices, device_indices, producer)
        self.host_pools[0].load_to_device_per_layer(device_pool, host_indices, device_indices, 0)

    def write(self, device_pool, device_indices):
        with torch.cuda.stream(self.write_stream):
            return device_pool.get_flat_data(device_indices).to("cpu", non_blocking=True)


class Backend:
    def prefetch(self, pool, indices):
        return pool.get_page_data(indices).sum()
