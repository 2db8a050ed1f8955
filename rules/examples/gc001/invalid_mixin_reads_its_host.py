# expect: GC001 PageViewMixin.get_pages
"""The reader is in a mixin without buffers of its own; the class that it is mixed into has them."""

from kit import MHATokenToKVPool


class PageViewMixin:
    page_size: int = 64

    def get_pages(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].unflatten(0, (-1, self.page_size))


class PagedPool(PageViewMixin, MHATokenToKVPool):
    pass
