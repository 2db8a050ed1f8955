# expect: GC009 Worker.forward_x
# An executor runs the forward, which has its batch already.
import asyncio
import functools

from kit import TpWorker


class Worker(TpWorker):
    async def forward_x(self, batch):
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, functools.partial(self.model_runner.forward, batch))
