# expect: GC009 EmbeddingWorker.forward_batch_embedding
# No consumer is selected in front of this forward, so that every wait below it returns at once.
from kit import TpWorker


class EmbeddingWorker(TpWorker):
    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)
