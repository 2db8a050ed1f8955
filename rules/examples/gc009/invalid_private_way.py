# expect: GC009 ScoreWorker.score
# The forward stands in a private method; the public entry above it is the one that owes the selection.
from kit import TpWorker


class ScoreWorker(TpWorker):
    def score(self, batch):
        return self._run(batch).logprobs

    def _run(self, batch):
        return self.model_runner.forward(batch)

    def rescore(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self._run(batch)
