# expect: GC009 Worker.forward_x
# The forward is given its batch first and called afterwards.
import functools

from kit import TpWorker


class Worker(TpWorker):
    def forward_x(self, batch):
        run = functools.partial(self.model_runner.forward, batch)
        return run()
