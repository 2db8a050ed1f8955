# expect: GC007 InfoPool.get_key_buffer
"""``super()`` is called, but for the pointers; the data comes from the table."""

from kit import MHATokenToKVPool


class InfoPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        pointers = super().get_contiguous_buf_infos()
        keys = self.k_buffer[layer_id - self.start_layer]
        assert keys.data_ptr() in pointers
        return keys
