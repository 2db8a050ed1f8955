# expect: GC006 TreeWorker.keep_accepted
# After verification the accepted rows are moved; the worker gathers them from the target's layers itself.
from kit import MHATokenToKVPool


class TreeWorker:
    def __init__(self, target_runner, pool: MHATokenToKVPool):
        self.target_runner = target_runner
        self.pool = pool

    def keep_accepted(self, src, dst):
        for keys, values in zip(self.pool.k_buffer, self.pool.v_buffer):
            rows = keys[src]
            keys[dst] = rows
            values[dst] = values[src]
