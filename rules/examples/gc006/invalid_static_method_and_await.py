# expect: GC006 Prefetch.pull
# A coroutine and a static helper; awaiting something else orders nothing.
from kit import MHATokenToKVPool


class Prefetch:
    @staticmethod
    def _row(pool: MHATokenToKVPool, layer_id, slot):
        return pool.k_buffer[layer_id - pool.start_layer][slot].float()

    async def pull(self, pool: MHATokenToKVPool, layer_id, slot):
        await self.ready(slot)
        return Prefetch._row(pool, layer_id, slot)

    async def pull_ordered(self, pool: MHATokenToKVPool, layer_id, slot):
        if pool.layer_transfer_counter is not None:
            pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
        await self.ready(slot)
        return Prefetch._row(pool, layer_id, slot)

    async def ready(self, slot):
        return slot
