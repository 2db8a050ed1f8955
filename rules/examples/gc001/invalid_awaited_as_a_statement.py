# expect: GC001 SendingPool.dump
# expect: GC001 SendingPool.send_rows
"""A copy goes to somebody who is awaited, and nobody uses what comes back."""

from kit import MHATokenToKVPool


class SendingPool(MHATokenToKVPool):
    async def dump(self, layer_id, writer):
        await writer.write(self.k_buffer[layer_id - self.start_layer].cpu().numpy().tobytes())

    async def send_rows(self, layer_id, loc, sink):
        rows = self.k_buffer[layer_id - self.start_layer].index_select(0, loc)
        await sink(rows)

    async def send_address(self, layer_id, sink):
        await sink(self.k_buffer[layer_id - self.start_layer].data_ptr())

    async def fill(self, layer_id, source):
        await source.read_into(self.k_buffer[layer_id - self.start_layer])
