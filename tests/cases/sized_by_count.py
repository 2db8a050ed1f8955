# expect: GC011 build_stack
# The table has as many events as there are layers, while waits go by the layer's number, which has gaps.
from kit import LayerDoneCounter


def build_stack(kvcache, attention_layers, state_layers):
    counter = LayerDoneCounter(len(attention_layers | state_layers))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in sorted(attention_layers | state_layers):
        counter.events[0].complete(layer_id)
    return counter


def build_stack_by_span(kvcache, attention_layers, state_layers):
    counter = LayerDoneCounter(max(attention_layers | state_layers) + 1)
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in sorted(attention_layers | state_layers):
        counter.events[0].complete(layer_id)
    return counter
