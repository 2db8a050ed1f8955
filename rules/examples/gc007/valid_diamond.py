# expect: none
"""Both arms of a diamond hand the call on."""

from kit import MHATokenToKVPool


class A(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id)


class B(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).float()


class C(A, B):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 4)
