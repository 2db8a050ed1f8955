# expect: GC009 LateWorker.forward_batch_embedding
# expect: GC009 LateWorker.forward_batch_scores
# expect: GC009 LateWorker.forward_batch_ranks
# What is wrapped around the entries selects behind the model, for some batches, or not at all.
import time

from kit import TpWorker


def select_behind(run):
    def around(self, batch):
        result = run(self, batch)
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return result

    return around


def select_sometimes(run):
    def around(self, batch):
        if batch.is_long:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return run(self, batch)

    return around


def timed(run):
    def around(self, batch):
        start = time.perf_counter()
        result = run(self, batch)
        self.seconds = time.perf_counter() - start
        return result

    return around


class LateWorker(TpWorker):
    @select_behind
    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)

    @select_sometimes
    def forward_batch_scores(self, batch):
        return self.model_runner.forward(batch)

    @timed
    def forward_batch_ranks(self, batch):
        return self.model_runner.forward(batch)
