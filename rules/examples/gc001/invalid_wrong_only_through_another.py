# expect: GC001 PagedPool.get_key_pages
"""One accessor does not wait; those that are built on it are wrong only because it is, and are not told."""

from kit import MHATokenToKVPool


class PagedPool(MHATokenToKVPool):
    def get_key_pages(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].view(-1, 2, 8)

    def get_pair(self, layer_id):
        return self.get_key_pages(layer_id), self.get_value_buffer(layer_id)

    def first_page(self, layer_id):
        return self.get_key_pages(layer_id)[0].clone()


def attend(pool: PagedPool, layer, q):
    assert pool.k_buffer
    return q @ pool.get_key_pages(layer.layer_id).flatten(1).T
