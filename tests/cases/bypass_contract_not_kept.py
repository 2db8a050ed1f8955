# expect: GC006 attend_too_early
# The pool leaves the wait to its callers, in writing, and one of them does not keep to it.
from kit import MHATokenToKVPool


class ContractPool(MHATokenToKVPool):
    def rows(self, layer_id, loc):  # gatecheck: requires-gate callers wait once for keys and values
        return self.k_buffer[layer_id - self.start_layer][loc]

    def destination(self, layer_id):  # gatecheck: store a kernel writes to this address
        return self.k_buffer[layer_id - self.start_layer]


def attend(pool: ContractPool, layer_id, loc):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.rows(layer_id, loc)


def attend_too_early(pool: ContractPool, layer_id, loc):
    return pool.rows(layer_id, loc)
