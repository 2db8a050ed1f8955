# expect: none
# The stream that replays is behind the one that waited: by wait_stream, by an event, or it is the same one.
import torch
from kit import MHATokenToKVPool


class SideRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()
        self.side = torch.cuda.Stream()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.output = [self.pool.get_key_buffer(i).sum() for i in range(self.pool.layer_num)]

    def _wait(self):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(self.pool.layer_num - 1)

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        with torch.cuda.stream(self.side):
            self._wait()
        torch.cuda.current_stream().wait_stream(self.side)
        self.graph.replay()
        return self.output

    def replay_behind_an_event(self, batch):
        assert batch.forward_mode.is_extend()
        self._wait()
        done = torch.cuda.Event()
        done.record()
        self.side.wait_event(done)
        with torch.cuda.stream(self.side):
            self.graph.replay()
        return self.output

    def replay_on_the_side(self, batch):
        assert batch.forward_mode.is_extend()
        with torch.cuda.stream(self.side):
            self._wait()
            self.graph.replay()
        return self.output
