# expect: none
# Makers of counters that get to somebody, who may hand the counter on: everybody calls it by the same name.
from dataclasses import dataclass, field

from kit import LayerDoneCounter


def join(owner, pool):
    pool.register_layer_transfer_counter(owner.layer_done_counter)
    owner.layer_done_counter.set_consumer(0)


class ArgumentMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Argument:
    def __init__(self, layer_num, observer):
        self.argument = ArgumentMaker(layer_num)
        observer.watch(self.argument)


class ListedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Listed:
    def __init__(self, layer_num, observer):
        self.listed = [ListedMaker(layer_num)]


class AppendedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Appended:
    def __init__(self, layer_num, observer):
        self.appended = AppendedMaker(layer_num)
        self.all = []
        self.all.append(self.appended)


class GivenMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Given:
    def __init__(self, layer_num, observer):
        self.inner = observer.wrap(GivenMaker(layer_num))


class FactoryMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Factory:
    def __init__(self, layer_num, observer):
        self.factory = observer.build(FactoryMaker, layer_num)
        self.plain = FactoryMaker(layer_num)


class WalrusMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Walrus:
    def __init__(self, layer_num, observer):
        if (found := WalrusMaker(layer_num)) is not None:
            self.walrus = found


class UnpackedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Unpacked:
    def __init__(self, layer_num, observer):
        self.unpacked, self.n = UnpackedMaker(layer_num), 1


class EnteredMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Entered:
    def __init__(self, layer_num, observer):
        self.entered = EnteredMaker(layer_num)
        with self.entered as entered:
            join(entered, observer)


class ComputedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Computed:
    def __init__(self, layer_num, observer):
        self.computed = ComputedMaker(layer_num)
        for name in observer.names:
            join(getattr(self, name), observer)


class QuotedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Quoted:
    def __init__(self, layer_num, observer):
        self.quoted = QuotedMaker(layer_num)
        join(observer.fetch(self, "quoted"), observer)


class ClassMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Class:
    def __init__(self, layer_num, observer):
        self.of_class = ClassMaker(layer_num)
        self.another = self.of_class.__class__(layer_num)
        join(self.of_class.__getattribute__("me"), observer)


class StoredMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Stored:
    def __init__(self, layer_num, observer):
        observer.stored = StoredMaker(layer_num)


class KeyedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Keyed:
    def __init__(self, layer_num, observer):
        observer.table["x"] = KeyedMaker(layer_num)


class LoopMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Loop:
    def __init__(self, layer_num, observer):
        self.looped = LoopMaker(layer_num)
        for each in (self.looped, None):
            join(each, observer)


class ReturnedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Returned:
    def __init__(self, layer_num):
        self._returned = ReturnedMaker(layer_num)

    @property
    def returned(self):
        return self._returned


class SetMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class Set:
    def __init__(self, layer_num):
        self.taken = SetMaker(layer_num)

    @property
    def taken(self):
        return None

    @taken.setter
    def taken(self, maker):
        self._taken = [maker]


class Watching:
    def __init__(self, layer_num, observer):
        self.layer_done_counter = LayerDoneCounter(layer_num)
        observer.append(self)


class Watched:
    def __init__(self, layer_num, observer):
        self.watching = Watching(layer_num, observer)


class Chained:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def configured(self):
        return self


class Chains:
    def __init__(self, layer_num, observer):
        self.chained = Chained(layer_num)
        join(self.chained.configured(), observer)


class FieldMaker:
    def __init__(self, layer_num=3):
        self.layer_done_counter = LayerDoneCounter(layer_num)


@dataclass
class Fields:
    maker: FieldMaker = field(default_factory=FieldMaker)


class GlobalMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


def remember(layer_num):
    global remembered
    remembered = GlobalMaker(layer_num)


def recall(pool):
    join(remembered, pool)


@dataclass
class Register:
    known: dict

    def __init_subclass__(cls, **kwargs):
        Register.kinds.append(cls)


class Registered(Register):
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class OfRegistered:
    def __init__(self, layer_num):
        self.registered = Registered(layer_num)


class Matched:
    def __init__(self, layer_num):
        self.matched = MatchedMaker(layer_num)


class MatchedMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


def match(cache, pool):
    match cache:
        case Matched(matched=found):
            join(found, pool)


class EscapedSelf:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)
        join(pool=None, owner=self)


class OfEscaped:
    def __init__(self, layer_num):
        self.escaped = EscapedSelf(layer_num)


def serve(layer_num, observer):
    Argument(layer_num, observer)
    Listed(layer_num, observer)
    Appended(layer_num, observer)
    Given(layer_num, observer)
    Factory(layer_num, observer)
    Walrus(layer_num, observer)
    Unpacked(layer_num, observer)
    Entered(layer_num, observer)
    Computed(layer_num, observer)
    Quoted(layer_num, observer)
    Class(layer_num, observer)
    Stored(layer_num, observer)
    Keyed(layer_num, observer)
    Loop(layer_num, observer)
    Returned(layer_num)
    Set(layer_num)
    Watched(layer_num, observer)
    Chains(layer_num, observer)
    Fields()
    recall(observer)
    OfRegistered(layer_num)
    match(Matched(layer_num), observer)
    OfEscaped(layer_num)
