# expect: GC001 AsyncPool.fetch
"""An accessor for the transfer engine's event loop; an await is no wait for a layer."""

import asyncio

from kit import MHATokenToKVPool


class AsyncPool(MHATokenToKVPool):
    async def fetch(self, layer_id, loc):
        await asyncio.sleep(0)
        return self.k_buffer[layer_id - self.start_layer][loc]

    async def fetch_gated(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        await asyncio.sleep(0)
        return self.k_buffer[layer_id - self.start_layer][loc]
