# expect: GC009 LazyWorker.forward_batch_generation
# The closure that runs the model is called before the selection.
from kit import TpWorker


class LazyWorker(TpWorker):
    def forward_batch_generation(self, batch):
        def run():
            return self.model_runner.forward(batch)

        first = run() if batch.urgent else None
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return first if first is not None else run()
