# expect: GC001 FeedPool.pull
# expect: GC001 FeedPool.stream
# expect: GC007 FeedPool.get_value_buffer
"""Accessors whose names the host side calls on a module, or on what nobody asks for anything else that a pool has."""

from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class FeedPool(MHATokenToKVPool):
    def pull(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def stream(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].clone()

    def get_value_buffer(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer].view(-1, 2, 4)


class RemoteHost(MHATokenToKVPoolHost):
    def from_afar(self, client, keys):
        return [client.pull(key, None) for key in keys]

    def shape_of(self, shadow, layer_id):
        return shadow.get_value_buffer(layer_id).shape
