# expect: GC002 MHATokenToKVPool.get_key_buffer
# expect: GC002 MHATokenToKVPool.get_value_buffer
"""The base registers the counter while it is built; the subclass sets the attribute back to None afterwards."""

from kit import MHATokenToKVPool


class EagerPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, layer_transfer_counter):
        super().__init__(size, layer_num, device)
        self.register_layer_transfer_counter(layer_transfer_counter)


class ForgetfulPool(EagerPool):
    def __init__(self, size, layer_num, device, layer_transfer_counter):
        super().__init__(size, layer_num, device, layer_transfer_counter)
        self.layer_transfer_counter = None
