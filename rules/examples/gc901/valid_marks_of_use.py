# expect: none
"""``requires-gate`` and ``store`` do their work: the caller has waited, and the fetch is a target."""

from kit import MHATokenToKVPool


class ContractPool(MHATokenToKVPool):
    def rows(self, layer_id, loc):  # gatecheck: requires-gate the backend waits once for keys and values
        return self.k_buffer[layer_id - self.start_layer][loc]

    def destination(self, layer_id):  # gatecheck: store the fused kernel writes through this view
        return self.v_buffer[layer_id - self.start_layer]


def attend(pool: ContractPool, layer_id, loc):
    pool.get_key_buffer(layer_id)
    return pool.rows(layer_id, loc)
