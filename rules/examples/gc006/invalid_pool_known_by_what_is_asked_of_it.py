# expect: GC006 Backend.forward_fast
"""Nobody says what the backend keeps; it asks it for what only pools have."""


from kit import MHATokenToKVPool

POOLS = (MHATokenToKVPool,)


class Backend:
    def __init__(self, runner):
        self.kept = getattr(runner, "kept", None)

    def forward(self, query, layer):
        return query @ self.kept.get_key_buffer(layer.layer_id)

    def forward_fast(self, query, layer):
        kept = self.kept
        return query @ kept.k_buffer[layer.layer_id - kept.start_layer]


class Mirror:
    """Has an attribute of the same name: the name alone says nothing."""

    def __init__(self, rows):
        self.k_buffer = rows
