# expect: GC003 Pool.get_when_idle
# An idle pool is no idle batch: nothing of this enumeration asks for the mode of a forward.
from enum import Enum

from kit import MHATokenToKVPool


class PoolState(Enum):
    IDLE = 0
    BUSY = 1


class Pool(MHATokenToKVPool):
    def get_when_idle(self, layer_id, state):
        if state != PoolState.IDLE:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]
