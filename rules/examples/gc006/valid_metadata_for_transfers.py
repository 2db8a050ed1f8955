# expect: none
# What a transfer engine between machines registers: addresses, lengths, shapes. No data is touched here.
from kit import MHATokenToKVPool


class Registrar:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def regions(self):
        pointers, lengths, items = [], [], []
        for buf in [*self.pool.k_buffer, *self.pool.v_buffer]:
            pointers.append(buf.data_ptr())
            lengths.append(buf.nbytes)
            items.append(buf[0].nbytes)
        return pointers, lengths, items

    def layout(self, layer_id):
        buf = self.pool.k_buffer[layer_id - self.pool.start_layer]
        return buf.shape, buf.dtype, buf.stride(), buf.element_size(), buf.is_contiguous()

    def same(self, other):
        return self.pool.k_buffer[0].device == other.device and self.pool.k_buffer is not other
