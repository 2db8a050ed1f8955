# expect: none
# What the thread runs selects the consumer itself.
import asyncio

from kit import TpWorker


class Worker(TpWorker):
    async def forward_x(self, batch):
        return await asyncio.to_thread(self._run, batch)

    def _run(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
