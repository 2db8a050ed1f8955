# expect: GC006 Backend.forward
"""The backend takes the pool from its runner by name, and None where there is none."""

from kit import MHATokenToKVPool


class Runner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool


class Backend:
    def __init__(self, runner: Runner):
        self.kept = getattr(runner, "pool", None)

    def forward(self, query, layer):
        return query @ self.kept.k_buffer[layer.layer_id - self.kept.start_layer]


class Mirror:
    """Has an attribute of the same name: the name alone says nothing."""

    def __init__(self, rows):
        self.k_buffer = rows
