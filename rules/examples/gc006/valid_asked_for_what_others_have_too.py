# expect: none
"""What the backend asks of the object that it keeps, pools have, and others as well: nobody knows what it is."""

from kit import MHATokenToKVPool

POOLS = (MHATokenToKVPool,)


class Backend:
    def __init__(self, runner):
        self.kept = getattr(runner, "kept", None)

    def forward(self, query, layer):
        return query @ self.kept.get_key_buffer(layer.layer_id)

    def forward_fast(self, query, layer):
        return query @ self.kept.k_buffer[layer.layer_id - self.kept.start_layer]


class Mirror:
    def __init__(self, rows):
        self.k_buffer = rows

    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id]
