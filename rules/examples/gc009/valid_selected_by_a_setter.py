# expect: none
# Assigning to the property selects the consumer.
from kit import LayerDoneCounter, TpWorker


class W(TpWorker):
    def __init__(self, model_runner, controller, counter: LayerDoneCounter):
        super().__init__(model_runner, controller)
        self.counter = counter

    @property
    def consumer(self):
        return self.counter.consumer_index

    @consumer.setter
    def consumer(self, index):
        self.counter.set_consumer(index)

    def forward_batch_embedding(self, batch):
        self.consumer = batch.hicache_consumer_index
        return self.model_runner.forward(batch)
