# expect: GC009 OverlapWorker.forward_loop
# The overlap thread takes batches from a queue and runs them; the synchronous entry selects, the thread does not.
import queue

from kit import TpWorker


class OverlapWorker(TpWorker):
    def __init__(self, model_runner, controller):
        super().__init__(model_runner, controller)
        self.inbox = queue.Queue()
        self.outbox = queue.Queue()

    def forward_loop(self):
        while True:
            batch = self.inbox.get()
            if batch is None:
                break
            self.outbox.put(self.model_runner.forward(batch))

    def submit(self, batch):
        self.inbox.put(batch)
