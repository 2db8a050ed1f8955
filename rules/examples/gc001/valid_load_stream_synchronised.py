# expect: none
"""The host waits for the stream that loads."""

from kit import HiCacheController, MHATokenToKVPool


class P(MHATokenToKVPool):
    def attach(self, controller: HiCacheController):
        self.controller = controller

    def a(self, layer_id, loc):
        self.controller.load_stream.synchronize()
        return self.k_buffer[layer_id - self.start_layer][loc]
