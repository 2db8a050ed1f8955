# expect: GC001 PagedPool.get_first_latent
# The load copies page by page into slices of the buffers. It brings the latents and not the marks, which no load writes.
import torch
from kit import KVCache


class PagedPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.latents = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.marks = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_first_latent(self, layer_id):
        return self.latents[layer_id - self.start_layer][0].clone()

    def get_first_mark(self, layer_id):
        return self.marks[layer_id - self.start_layer][0].clone()


class PagedHost:
    def __init__(self, pool, page):
        self.pool = pool
        self.page = page

    def load_page_per_layer(self, host_indices, device_indices, device_pool, layer_id):
        for i in range(0, len(device_indices), self.page):
            at, here = device_indices[i], host_indices[i]
            rows = self.latents[layer_id, here : here + self.page]
            device_pool.latents[layer_id][at : at + self.page].copy_(rows, non_blocking=True)
            device_pool.marks[layer_id][at : at + self.page].cpu()
