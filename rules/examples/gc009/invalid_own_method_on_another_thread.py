# expect: GC009 Worker.forward_x
# A thread is handed the worker's own method, which runs the model.
import asyncio

from kit import TpWorker


class Worker(TpWorker):
    async def forward_x(self, batch):
        return await asyncio.to_thread(self._run, batch)

    def _run(self, batch):
        return self.model_runner.forward(batch)
