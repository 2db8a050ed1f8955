# expect: none
# The method that selects is taken first and called through a variable, or by what the constructor keeps of it.
from functools import partial

from kit import TpWorker


class W(TpWorker):
    def __init__(self, model_runner, controller):
        super().__init__(model_runner, controller)
        self.select = controller.layer_done_counter.set_consumer

    def forward_batch_embedding(self, batch):
        select = self.controller.layer_done_counter.set_consumer
        select(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_batch_multi(self, batch):
        self.select(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_batch_scores(self, batch):
        partial(self.select, batch.hicache_consumer_index)()
        return self.model_runner.forward(batch)

    def forward_batch_rewards(self, batch):
        tell(self.controller.layer_done_counter.set_consumer, batch.hicache_consumer_index)
        return self.model_runner.forward(batch)


def tell(select, index):
    select(index)
