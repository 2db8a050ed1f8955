# expect: GC009 Worker.forward_x
# The forward is the target of a thread.
import threading

from kit import TpWorker


class Worker(TpWorker):
    def forward_x(self, batch):
        t = threading.Thread(target=self.model_runner.forward, args=(batch,))
        t.start()
        t.join()
