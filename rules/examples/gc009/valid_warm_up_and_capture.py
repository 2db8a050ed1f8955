# expect: none
# Nothing is loading while the server warms up and while graphs are captured.
from kit import TpWorker


class StartingWorker(TpWorker):
    def warmup(self, shapes):
        for shape in shapes:
            self.model_runner.forward(shape.dummy_batch())

    def capture_graphs(self, sizes):
        for size in sizes:
            self.model_runner.forward(size)
