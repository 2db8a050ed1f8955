# expect: none
"""``requires-gate`` with its reason, and a caller that keeps the contract."""

from kit import MHATokenToKVPool


class ContractPool(MHATokenToKVPool):
    def rows(self, layer_id, loc):  # gatecheck: requires-gate one wait serves keys and values
        return self.k_buffer[layer_id - self.start_layer][loc]


def attend(pool: ContractPool, layer_id, loc):
    pool.get_value_buffer(layer_id)
    return pool.rows(layer_id, loc)
