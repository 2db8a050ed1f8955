# expect: GC009 AsyncWorker.forward_batch_async
# The model is run by a thread that the method is handed to.
import asyncio

from kit import TpWorker


class AsyncWorker(TpWorker):
    async def forward_batch_async(self, batch):
        await asyncio.sleep(0)
        return await asyncio.to_thread(self.model_runner.forward, batch)

    async def forward_batch_async_ok(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        await asyncio.sleep(0)
        return self.model_runner.forward(batch)
