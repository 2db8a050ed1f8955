"""Which files can matter, found in two steps without parsing the rest.

The protocol's few configured words find its core: files that wait, load or select a consumer. What these define (the
pools and everything that they are made of) gives the words by which all other files are chosen. Nothing here hangs on
SGLang's own names, so that a renamed tree is read in the same way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import is_function
from gatecheck.facts.tokens import token, words_of
from gatecheck.facts.visit import may_call
from gatecheck.program.arriving import waits_on_parameter
from gatecheck.program.build import flatten, link
from gatecheck.program.protocol import derive
from gatecheck.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from gatecheck.config import Settings
    from gatecheck.facts.records import FileFacts
    from gatecheck.vocabulary import Workers

SMALL_FILES = 400
SMALL_SIZE = 4_000_000
ADDRESSED = "gatecheck:"
_REPLAY = ".replay("
_FEW = 24
_CLASS = re.compile(r"class (\w+)")
_COMMON = 0.05
"""A word that stands in more than this share of all files tells nothing about any of them."""
_FEW_FILES = 40
"""Or in more than these, where there are few files at all."""


def is_small(texts: Mapping[str, str]) -> bool:
    """Whether a scan is small enough for everything to be parsed."""
    return len(texts) <= SMALL_FILES and sum(map(len, texts.values())) <= SMALL_SIZE


def core_words(settings: Settings) -> set[str]:
    """The methods of the protocol, and what is declared as managed."""
    words = {*settings.wait_methods, *settings.arm_methods, *settings.load_methods}
    return words | {word for name in settings.managed for word in name.split(".")}


def core(texts: Mapping[str, str], words: AbstractSet[str]) -> list[str]:
    """The files that name a method of the protocol, or that hold a comment for the tool."""
    named = naming(texts, words)
    return [path for path, text in texts.items() if path in named or ADDRESSED in text]


def naming(texts: Mapping[str, str], words: AbstractSet[str]) -> dict[str, set[str]]:
    """The files that hold one of the words as a whole word, each with those that it holds."""
    if len(words) <= _FEW:
        texts = {path: text for path, text in texts.items() if any(word in text for word in words)}
    sought = {known: word for word in words if (known := token(word)) is not None}
    others = [re.compile(rf"\b{re.escape(word)}\b") for word in words if token(word) is None]
    found: dict[str, set[str]] = {}
    for path, text in texts.items():
        held = {sought[known] for known in sought.keys() & words_of(text)}
        held |= {match[0] for other in others if (match := other.search(text)) is not None}
        if held:
            found[path] = held
    return found


class Selection(msgspec.Struct, frozen=True):
    """The files that a run looks into, and what it chose them by.

    ``telling`` words make a file matter wherever they stand, ``hints`` unless they stand in many files; ``built`` are
    the names of classes whose definition does.
    """

    chosen: frozenset[str]
    telling: frozenset[str]
    hints: frozenset[str]
    built: frozenset[str]

    def held(self, text: str) -> frozenset[str] | None:
        """The hints in a text that is left out; None where it may be chosen."""
        if ADDRESSED in text or _REPLAY in text or _defines(text, self.built):
            return None
        found = naming({"": text}, self.telling | self.hints).get("", set())
        return None if found & self.telling else frozenset(found)

    def told(self, text: str) -> tuple[object, ...]:
        """What the choice of files knows of a text that is looked into; comments for the tool are told apart."""
        words = naming({"": text}, self.telling | self.hints).get("", set())
        return words, set(_CLASS.findall(text)), _REPLAY in text, text if ADDRESSED in text else ""


class Touching(msgspec.Struct, frozen=True):
    """The files outside the core that name something of the pools, in order, and the names of the pools' classes.

    ``words`` are those by which files were chosen, ``hints`` those that were asked for, ``built`` the classes;
    ``workers`` tells whose entries are called by yet other files.
    """

    paths: tuple[str, ...]
    class_names: frozenset[str]
    words: frozenset[str]
    hints: frozenset[str]
    built: frozenset[str]
    workers: Workers


def touching(
    texts: Mapping[str, str], defined: Mapping[str, list[str]], facts: Iterable[FileFacts], settings: Settings
) -> Touching:
    """Find the files that name something of the pools which the core defines; ``defined`` as of :func:`definers`."""
    program = link(facts)
    vocabulary = Vocabulary(program, derive(program, settings))
    telling = vocabulary.telling()
    hints, built = vocabulary.hints(), vocabulary.built()
    found = naming(texts, telling | hints)
    rare = _rare(found, len(texts)) | telling
    chosen = {path for path, words in found.items() if words & rare}
    chosen |= {path for path, text in texts.items() if _REPLAY in text}
    chosen |= {path for name in built for path in defined.get(name, ())}
    paths = tuple(path for path in texts if path in chosen - program.modules.keys())
    names, workers = frozenset(vocabulary.class_names), vocabulary.workers()
    return Touching(paths, names, frozenset(rare), frozenset(hints), frozenset(built), workers)


def entries(facts: Iterable[FileFacts], workers: Workers) -> frozenset[str]:
    """The public methods, by name, by which workers, their bases and their heirs may run the model."""
    files = tuple(facts)
    kin = workers.names | heirs(files, workers.names)
    classes = [node for file in files for node in flatten(file.body) if isinstance(node, r.ClassDef)]
    while more := {_last_name(base) for node in classes if node.name in kin for base in node.bases} - kin:
        kin |= more
    methods = (m for node in classes if node.name in kin for m in node.body if is_function(m))
    return frozenset(m.name for m in methods if not m.name.startswith("_") and may_call(m, workers.runs))


def telling_of(texts: Mapping[str, str], words: AbstractSet[str]) -> dict[str, set[str]]:
    """The files that hold words which do not stand in many files, each with those that it holds."""
    found = naming(texts, words)
    rare = _rare(found, len(texts))
    return {path: told for path, held in found.items() if (told := held & rare)}


def helpers(facts: Iterable[FileFacts], settings: Settings) -> frozenset[str]:
    """The functions, by name, that wait on what they are given: whoever calls one has a counter, and may not say so."""
    waits = frozenset(settings.wait_methods)
    statements = [node for file in facts for node in flatten(file.body)]
    methods = [m for node in statements if isinstance(node, r.ClassDef) for m in flatten(node.body)]
    functions = [node for node in (*statements, *methods) if is_function(node)]
    return frozenset(f.name for f in functions if may_call(f, waits) and waits_on_parameter(f, waits))


def _defines(text: str, names: AbstractSet[str]) -> bool:
    """Whether a text defines a class of one of these names."""
    return not names.isdisjoint(_CLASS.findall(text))


def heirs(facts: Iterable[FileFacts], class_names: frozenset[str]) -> frozenset[str]:
    """The names of classes that inherit, by name, from one of these, those themselves left out."""
    classes = [
        (node.name, {_last_name(base) for base in node.bases})
        for file in facts
        for node in flatten(file.body)
        if isinstance(node, r.ClassDef)
    ]
    known = set(class_names)
    grown = True
    while grown:
        more = {name for name, bases in classes if bases & known} - known
        grown = bool(more)
        known |= more
    return frozenset(known - class_names)


def definers(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """The files that define a class, by its name."""
    found: dict[str, list[str]] = {}
    for path, text in texts.items():
        for name in set(_CLASS.findall(text)):
            found.setdefault(name, []).append(path)
    return found


def ancestors(defined: Mapping[str, list[str]], facts: Iterable[FileFacts]) -> list[str]:
    """The files that define a class from which one of some files inherits, by name, and which none of them defines."""
    classes = [node for file in facts for node in flatten(file.body) if isinstance(node, r.ClassDef)]
    missing = {_last_name(base) for node in classes for base in node.bases} - {node.name for node in classes}
    return sorted({path for name in missing for path in defined.get(name, ())})


def passages(texts: Mapping[str, str], facts: Iterable[FileFacts]) -> list[str]:
    """The packages by way of which some files import classes that others of them define."""
    statements = [node for file in facts for node in flatten(file.body)]
    defined = {node.name for node in statements if isinstance(node, r.ClassDef)}
    asked: dict[str, set[str]] = {}
    for node in statements:
        for one in node.bindings if isinstance(node, r.Import) else ():
            if one.name in defined:
                asked.setdefault(one.module.rpartition(".")[2], set()).add(one.name)
    packages = [path.split("/") for path in texts if path.endswith("/__init__.py")]
    found = ["/".join(parts) for parts in packages if parts[-2] in asked]
    return [path for path in found if naming({path: texts[path]}, asked[path.split("/")[-2]])]


def _last_name(base: r.Expr) -> str:
    if isinstance(base, r.Attr):
        return base.name
    if isinstance(base, r.Sub):
        return _last_name(base.value)
    return base.id if isinstance(base, r.Name) else ""


def _rare(found: Mapping[str, set[str]], files: int) -> set[str]:
    count: dict[str, int] = {}
    for words in found.values():
        for word in words:
            count[word] = count.get(word, 0) + 1
    return {word for word, n in count.items() if n <= max(_COMMON * files, _FEW_FILES)}
