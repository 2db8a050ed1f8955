# expect: GC009 PipelineWorker.forward_batch_generation
# Only the last rank of the pipeline selects the consumer; the other ranks run their layers on the same pool.
from kit import TpWorker


class PipelineWorker(TpWorker):
    def __init__(self, model_runner, controller, group):
        super().__init__(model_runner, controller)
        self.group = group

    def forward_batch_generation(self, batch, proxy=None):
        if self.group.is_last_rank:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
            logits = self.model_runner.forward(batch, proxy)
            return logits, self.model_runner.sample(logits, batch)
        hidden = self.model_runner.forward(batch, proxy)
        return hidden, None
