# expect: none
# What is wrapped around the entry selects the consumer before it runs it, by itself or by a helper of the module.
import functools

from kit import TpWorker


def select(holder, batch):
    holder.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)


def consuming(run):
    @functools.wraps(run)
    def around(self, batch, *rest):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return run(self, batch, *rest)

    return around


def consuming_for(kind):
    def make(run):
        def around(self, batch):
            select(self, batch)
            return run(self, batch)

        return around

    return make


class WrappedWorker(TpWorker):
    @consuming
    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)

    @consuming_for("scores")
    def forward_batch_scores(self, batch):
        return self._through(batch)

    def _through(self, batch):
        return self.model_runner.forward(batch)
