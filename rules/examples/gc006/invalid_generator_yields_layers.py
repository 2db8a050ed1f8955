# expect: GC006 Exporter.layers
# Layers are yielded to whoever iterates.
from kit import MHATokenToKVPool


class Exporter:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def layers(self):
        for layer_id in range(self.pool.layer_num):
            yield layer_id, self.pool.v_buffer[layer_id]

    def ordered_layers(self):
        for layer_id in range(self.pool.layer_num):
            yield layer_id, self.pool.get_value_buffer(layer_id + self.pool.start_layer)
