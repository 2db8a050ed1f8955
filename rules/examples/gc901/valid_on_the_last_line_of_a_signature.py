# expect: none
# The comment stands behind the colon, on the last line of the signature.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def get_key_buffer(
        self,
        layer_id,
    ):  # gatecheck: ignore[GC007] loaded before the forward
        # The reader of this pool is told when all layers have come.
        return self.k_buffer[layer_id - self.start_layer]
