# expect: none
"""The same view, taken of what the gated accessor returns."""

from kit import MHATokenToKVPool


class PagedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, page_size):
        super().__init__(size, layer_num, device)
        self.page_size = page_size

    def get_key_pages(self, layer_id):
        keys = self.get_key_buffer(layer_id)
        return keys.view(-1, self.page_size, keys.shape[-1])
