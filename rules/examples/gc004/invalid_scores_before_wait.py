# expect: GC004 ScorePool.top_rows
"""Scores are computed from the keys, then comes the wait, then the choice."""

from kit import MHATokenToKVPool


class ScorePool(MHATokenToKVPool):
    def top_rows(self, layer_id, query, k):
        keys = self.k_buffer[layer_id - self.start_layer]
        scores = query @ keys.T
        self.wait_for(layer_id)
        return scores.topk(k).indices

    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
