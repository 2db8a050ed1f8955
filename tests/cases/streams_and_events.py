# expect: GC013 StreamPool.get_on_set_stream
# expect: GC001 StreamPool.get_after_another_event
# expect: GC001 StreamPool.get_after_another_thing
# expect: GC001 StreamPool.get_after_something_picked
# expect: GC013 StreamPool.get_after_early_record
# expect: GC003 StreamPool.get_of_a_given_counter
# What orders a read behind a wait: the stream it is launched on, an event between two streams, the whole device.
import torch
from kit import MHATokenToKVPool


class StreamPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()
        self.module = torch.get_device_module(device)
        self.picked = getattr(torch, device)
        self.done = torch.cuda.Event()

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_after_the_device(self, layer_id):
        torch.cuda.synchronize()
        return self._row(layer_id)

    def get_after_the_platform(self, layer_id):
        self.module.synchronize()
        return self._row(layer_id)

    def get_after_a_device_by_name(self, layer_id):
        synchronize = torch.cuda.synchronize
        synchronize()
        return self._row(layer_id)

    def get_after_a_picked_platform(self, layer_id):
        getattr(torch, self.device).synchronize()
        return self._row(layer_id)

    def get_after_a_kept_platform(self, layer_id):
        self.picked.synchronize()
        return self._row(layer_id)

    def get_after_something_picked(self, layer_id):
        getattr(self.side, self.device).synchronize()
        return self._row(layer_id)

    def get_after_another_thing(self, layer_id, process):
        process.synchronize()
        return self._row(layer_id)

    def get_on_set_stream(self, layer_id):
        self._wait(layer_id)
        torch.cuda.set_stream(self.side)
        return self._row(layer_id).clone()

    def get_on_the_stream_itself(self, layer_id):
        self._wait(layer_id)
        with torch.cuda.stream(None), torch.cuda.stream(torch.cuda.current_stream()):
            return self._row(layer_id).clone()

    def get_after_an_event(self, layer_id):
        self._wait(layer_id)
        event = torch.cuda.current_stream().record_event()
        self.side.wait_event(event)
        with torch.cuda.stream(self.side):
            return self._row(layer_id).clone()

    def get_after_a_recorded_event(self, layer_id):
        self._wait(layer_id)
        self.done.record(torch.cuda.current_stream())
        self.side.wait_event(self.done)
        with torch.cuda.stream(self.side):
            return self._row(layer_id).clone()

    def get_after_a_given_event(self, layer_id, event):
        self._wait(layer_id)
        torch.cuda.current_stream().record_event(event)
        self.side.wait_event(event)
        with torch.cuda.stream(self.side):
            return self._row(layer_id).clone()

    def get_after_early_record(self, layer_id):
        self.done.record()
        self._wait(layer_id)
        self.side.wait_event(self.done)
        with torch.cuda.stream(self.side):
            return self._row(layer_id).clone()

    def get_after_another_event(self, layer_id, event):
        torch.cuda.current_stream().wait_event(event)
        return self._row(layer_id)

    def get_without_a_counter(self, layer_id):
        counter = None
        if layer_id < 0:
            counter.wait_until(layer_id)
        self._wait(layer_id)
        return self._row(layer_id)

    def get_of_a_given_counter(self, layer_id, counter=None):
        if counter:
            counter.wait_until(layer_id - self.start_layer)
        return self._row(layer_id)
