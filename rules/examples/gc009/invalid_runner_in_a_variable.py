# expect: GC009 Worker.forward_x
# The runner is taken out of its attribute first.
from kit import TpWorker


class Worker(TpWorker):
    def forward_x(self, batch):
        runner = self.model_runner
        return runner.forward(batch)
