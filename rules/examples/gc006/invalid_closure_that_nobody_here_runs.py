# expect: GC006 Readers.of_layer
# The closure leaves with nobody here to run it: the function that makes it answers.
from kit import MHATokenToKVPool


class Readers:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def of_layer(self, layer_id):
        return lambda loc: self.pool.k_buffer[layer_id - self.pool.start_layer][loc]
