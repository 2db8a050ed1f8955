# expect: GC902 ContractPool.rows
"""The duty is moved to the callers, and nobody learns why."""

from kit import MHATokenToKVPool


class ContractPool(MHATokenToKVPool):
    def rows(self, layer_id, loc):  # gatecheck: requires-gate
        return self.k_buffer[layer_id - self.start_layer][loc]


def attend(pool: ContractPool, layer_id, loc):
    pool.get_key_buffer(layer_id)
    return pool.rows(layer_id, loc)
