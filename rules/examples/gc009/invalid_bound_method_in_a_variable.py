# expect: GC009 W.forward_batch_multi
# The method that runs the model is taken first and called through a variable.
from kit import TpWorker


class W(TpWorker):
    def forward_batch_multi(self, batch):
        run = self.model_runner.forward
        return run(batch)
