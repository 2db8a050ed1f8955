# expect: none
# An entry for decode batches says so: nothing is loading for them.
from kit import TpWorker


class DecodeWorker(TpWorker):
    def forward_decode_only(self, batch):
        assert batch.forward_mode.is_decode()
        return self.model_runner.forward(batch)

    def forward_either(self, batch):
        if not batch.forward_mode.is_decode():
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
