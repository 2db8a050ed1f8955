# expect: none
# The subclass adds statistics around the entry of its base.
from kit import TpWorker


class CountingWorker(TpWorker):
    def __init__(self, model_runner, controller):
        super().__init__(model_runner, controller)
        self.count = 0

    def forward_batch_generation(self, batch):
        self.count += 1
        result = super().forward_batch_generation(batch)
        return result

    def forward_batch_embedding(self, batch):
        result = self.forward_batch_generation(batch)
        return result.embeddings
