# expect: GC006 Heir._of_heir
# expect: GC006 Backend._decode
# expect: GC006 Backend._extend
# expect: GC006 Backend._chosen
# expect: GC006 Backend._compiled
# expect: GC006 Backend._added
# expect: GC006 Backend._listed
# Nobody waits, under whatever name the readers are called.
import functools

import torch
from kit import MHATokenToKVPool


class Base:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.run = self._of_heir

    def forward(self, q, layer):
        return self.run(q, layer)


class Heir(Base):
    def _of_heir(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T


class Backend:
    def __init__(self, pool: MHATokenToKVPool, decoding):
        self.pool = pool
        self.table = {"decode": self._decode, "extend": functools.partial(self._extend)}
        self.chosen = self._chosen if decoding else self._decode
        self.compiled = torch.compile(self._compiled, dynamic=True)
        self.added = []
        self.added.append(self._added)
        self.listed = [self._listed]

    def forward(self, q, layer, mode):
        fetched = self.table[mode](q, layer) + self.chosen(q, layer) + self.compiled(q, layer)
        return fetched + self.added[0](q, layer) + self.listed[mode](q, layer)

    def _decode(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T

    def _extend(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T

    def _chosen(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T

    def _compiled(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T

    def _added(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T

    def _listed(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T
