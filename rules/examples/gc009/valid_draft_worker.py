# expect: none
# A draft model runs behind its target, which has waited.
from kit import TpWorker


class DraftWorker(TpWorker):
    def forward_steps(self, batch, steps):
        for _ in range(steps):
            batch = self.model_runner.forward(batch)
        return batch
