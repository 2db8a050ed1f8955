# expect: none
# The attention layer reads; the model that owns the layer has waited before it calls it.
from kit import MHATokenToKVPool


class Attention:
    def __init__(self, pool: MHATokenToKVPool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def forward(self, q):
        return q @ self.pool.k_buffer[self.layer_id - self.pool.start_layer].T


class Block:
    def __init__(self, pool: MHATokenToKVPool, layer_id):
        self.pool = pool
        self.layer_id = layer_id
        self.attention = Attention(pool, layer_id)

    def forward(self, x):
        if self.pool.layer_transfer_counter is not None:
            counter = self.pool.layer_transfer_counter
            counter.wait_until(counter.num_layers - 1)
        return self.attention.forward(x)
