# expect: GC002 R.get_key_buffer
# expect: GC002 R.get_value_buffer
# The overrides reach the gates, but this registration keeps nothing: the counter stays None.
from kit import MHATokenToKVPool
class R(MHATokenToKVPool):
    def register_layer_transfer_counter(self, layer_transfer_counter):
        pass
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id)
    def get_value_buffer(self, layer_id):
        return super().get_value_buffer(layer_id)
    def get_kv_buffer(self, layer_id):
        raise NotImplementedError
