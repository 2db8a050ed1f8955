# expect: GC003 HelpedPool.helper_waits
# expect: GC003 HelpedPool.helper_reads
# expect: GC003 HelpedPool.something_less
# expect: GC003 HelpedPool.one_by_one
"""A helper waits under a condition on what it is given, and the read hangs on another one."""

from kit import MHATokenToKVPool


class HelpedPool(MHATokenToKVPool):
    def _land_for(self, layer_id, picked):
        if picked is None or self.layer_transfer_counter is None:
            return
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _take(self, layer_id, picked):
        return self.k_buffer[layer_id - self.start_layer][picked] if picked is not None else None

    def helper_waits(self, layer_id, picked, others):
        self._land_for(layer_id, picked)
        if others is None:
            return None
        return self.k_buffer[layer_id - self.start_layer][others]

    def helper_reads(self, layer_id, picked, others):
        if picked is not None and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._take(layer_id, others)

    def something_less(self, layer_id, picked):
        if picked is not None:
            self._land_for(layer_id, None if picked.empty else picked)
        return self._take(layer_id, picked)

    def one_by_one(self, layer_id, picked, cold):
        cold and self._land_for(layer_id, picked)
        return self._take(layer_id, picked)
