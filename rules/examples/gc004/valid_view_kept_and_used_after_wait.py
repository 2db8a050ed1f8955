# expect: none
"""Views are made once, in the constructor; who uses them waits first."""

from kit import MHATokenToKVPool


class PagedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, page_size):
        super().__init__(size, layer_num, device)
        self.pages = [keys.view(-1, page_size, 8) for keys in self.k_buffer]

    def get_pages(self, layer_id, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.pages[layer_id - self.start_layer][index]
