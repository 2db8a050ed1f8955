# expect: GC005 ForgetfulPool.get_key_buffer
# expect: GC005 ForgetfulPool.get_value_buffer
# That waits take off the first layer is shown by the base class alone, which this one overrides.
from kit import MHATokenToKVPool


class ForgetfulPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.v_buffer[layer_id - self.start_layer]
