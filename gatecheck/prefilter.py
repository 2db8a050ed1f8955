"""Which files can matter, found in two steps without parsing the rest.

The protocol's few configured words find its core: files that wait, load or select a consumer. What these define (the
pools and everything that they are made of) gives the words by which all other files are chosen. Nothing here hangs on
SGLang's own names, so that a renamed tree is read in the same way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all
from gatecheck.program.build import link
from gatecheck.program.protocol import derive

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gatecheck.config import Settings
    from gatecheck.facts.records import FileFacts
    from gatecheck.program.link import ClassInfo, FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

SMALL_FILES = 400
SMALL_SIZE = 4_000_000
ADDRESSED = "gatecheck:"
_GRAPH_WORDS = frozenset({"CUDAGraph", "NPUGraph", "replay"})
_COMMON = 0.05
"""A word that stands in more than this share of all files tells nothing about any of them."""


def is_small(texts: Mapping[str, str]) -> bool:
    """Whether a scan is small enough for everything to be parsed."""
    return len(texts) <= SMALL_FILES and sum(map(len, texts.values())) <= SMALL_SIZE


def core(texts: Mapping[str, str], settings: Settings) -> list[str]:
    """The files that name a method of the protocol, or that hold a comment for the tool."""
    words = {*settings.wait_methods, *settings.arm_methods, *settings.load_methods}
    words |= {word for name in settings.managed for word in name.split(".")}
    named = naming(texts, words)
    return [path for path, text in texts.items() if path in named or ADDRESSED in text]


def naming(texts: Mapping[str, str], words: Iterable[str]) -> dict[str, set[str]]:
    """The files that hold one of the words as a whole word, each with those that it holds."""
    found: dict[str, set[str]] = {}
    for word in sorted(words):
        whole = re.compile(rf"\b{re.escape(word)}\b")
        for path, text in texts.items():
            if word in text and whole.search(text):
                found.setdefault(path, set()).add(word)
    return found


def touching(texts: Mapping[str, str], facts: Iterable[FileFacts], settings: Settings) -> list[str]:
    """The files outside the core that name something of the pools, in order."""
    program = link(facts)
    vocabulary = Vocabulary(program, derive(program, settings))
    found = naming(texts, vocabulary.words())
    rare = _rare(found, len(texts)) | vocabulary.class_names | _GRAPH_WORDS
    core_files = set(program.modules)
    return [path for path in texts if path not in core_files and found.get(path, set()) & rare]


def _rare(found: Mapping[str, set[str]], files: int) -> set[str]:
    count: dict[str, int] = {}
    for words in found.values():
        for word in words:
            count[word] = count.get(word, 0) + 1
    return {word for word, n in count.items() if n <= _COMMON * files}


class Vocabulary:
    """The names under which code outside the core can reach what the core defines."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        self._program = program
        self._protocol = protocol
        self._classes = self._involved()
        self.class_names = {self._program.classes[key].name for key in self._classes}

    def words(self) -> set[str]:
        """Every word that makes a file matter."""
        protocol = self._protocol
        named = protocol.counter_attrs | protocol.register_methods | self._selecting() | _GRAPH_WORDS
        buffers = self._buffers()
        return self.class_names | named | buffers | self._owned() | self._touching(buffers)

    def _involved(self) -> set[str]:
        """Classes that wait, load, register or select, with their bases and heirs."""
        protocol = self._protocol
        methods = protocol.register_methods | protocol.load_methods | protocol.wait_methods | protocol.arm_methods
        found: set[str] = set()
        for key, info in self._program.classes.items():
            if not methods.isdisjoint(info.methods) or not protocol.counter_attrs.isdisjoint(_attributes(info)):
                found |= {key, *info.mro, *self._program.heirs.get(key, ())}
        return found

    def _pools(self) -> list[ClassInfo]:
        """The involved classes of the device side."""
        infos = [self._program.classes[key] for key in sorted(self._classes)]
        return [i for i in infos if not any(self._program.method(i.key, m) for m in self._protocol.load_methods)]

    def _buffers(self) -> set[str]:
        """Attributes that a load takes from a pool, and those that a pool subscripts."""
        found: set[str] = set()
        for load in self._protocol.load_functions:
            found |= {n.name for n in walk_all(load.record.body) if isinstance(n, r.Attr) and not _is_own(n, load)}
        for info in self._pools():
            for method in info.methods.values():
                found |= _subscripted(method)
        return found

    def _owned(self) -> set[str]:
        """Attributes that hold an object of a class of the core."""
        names = {info.name for info in self._program.classes.values()}
        found: set[str] = set()
        for info in self._pools():
            for method in info.methods.values():
                for node in walk_all(method.record.body):
                    if isinstance(node, r.Assign) and node.value is not None and _names(node.value) & names:
                        found |= {target.name for target in node.targets if isinstance(target, r.Attr)}
        return found

    def _touching(self, buffers: set[str]) -> set[str]:
        """Methods of the involved classes that use a buffer, directly or through each other."""
        uses: dict[str, set[str]] = {}
        for info in self._pools():
            for name, method in info.methods.items():
                mentioned = {n.name for n in walk_all(method.record.body) if isinstance(n, r.Attr)}
                uses.setdefault(name, set()).update(mentioned)
        reached = set(buffers) | self._protocol.counter_attrs
        grown = True
        while grown:
            more = {name for name, used in uses.items() if used & reached} - reached
            grown = bool(more)
            reached |= more
        return {name for name in reached if name in uses and not name.startswith("__")}

    def _selecting(self) -> set[str]:
        """Functions that select a consumer."""
        arms = self._protocol.arm_methods
        return {
            info.record.name
            for info in self._program.functions.values()
            if any(isinstance(n, r.Attr) and n.name in arms for n in walk_all(info.record.body))
            and not info.record.name.startswith("__")
        }


def _attributes(info: ClassInfo) -> set[str]:
    return {n.name for m in info.methods.values() for n in walk_all(m.record.body) if isinstance(n, r.Attr)}


def _is_own(node: r.Attr, method: FunctionInfo) -> bool:
    own = method.record.params[0].name if method.record.params else ""
    return not isinstance(node.value, r.Name) or node.value.id == own


def _subscripted(method: FunctionInfo) -> set[str]:
    own = method.record.params[0].name if method.record.params else ""
    return {
        node.value.name
        for node in walk_all(method.record.body)
        if isinstance(node, r.Sub)
        and isinstance(node.value, r.Attr)
        and isinstance(node.value.value, r.Name)
        and node.value.value.id == own
    }


def _names(expr: r.Expr) -> set[str]:
    return {node.id for node in walk(expr) if isinstance(node, r.Name)}
