# expect: none
# Tables and compiled functions of a module are other names of its readers: who calls those has waited.
import functools

import torch
from kit import MHATokenToKVPool


def of_keys(pool: MHATokenToKVPool, q, local):
    return q @ pool.k_buffer[local].T


def of_values(pool: MHATokenToKVPool, q, local):
    return q @ pool.v_buffer[local].T


def by_place(pool: MHATokenToKVPool, q, local):
    return q @ pool.v_buffer[local].T


def plain(pool: MHATokenToKVPool, q, local):
    return q @ pool.k_buffer[local].T


def scaled(pool: MHATokenToKVPool, q, local, scale):
    return q @ pool.k_buffer[local].T * scale


def kept(pool: MHATokenToKVPool, q, local):
    return q @ pool.v_buffer[local].T


BY_NAME = {"keys": of_keys, "values": torch.compile(of_values)}
IN_ORDER = [by_place]
compiled = torch.compile(plain)
halved = functools.partial(scaled, scale=0.5)
KEPT = {"kept": kept}


def run(pool: MHATokenToKVPool, q, layer, name):
    local = layer.layer_id - pool.start_layer
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(local)
    fetched = BY_NAME[name](pool, q, local) + IN_ORDER[0](pool, q, local)
    return fetched + compiled(pool, q, local) + halved(pool, q, local)


class Backend:
    def __init__(self, pool: MHATokenToKVPool, name):
        self.pool = pool
        self.function = KEPT[name]

    def forward(self, q, layer):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
        return self.function(self.pool, q, layer.layer_id - self.pool.start_layer)
