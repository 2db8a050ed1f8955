"""From texts to facts: which files are looked into, and what is parsed of them, now or when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst
import msgspec

from gatecheck import prefilter
from gatecheck.ahead import Ahead, processes
from gatecheck.alike import Looked, Questions, compiles
from gatecheck.facts import records as r
from gatecheck.facts.collect import Chunk, defer, lower_chunk, lower_head, lower_shell, refusal
from gatecheck.facts.deferred import Asked, Deferred, stand_in
from gatecheck.facts.outline import Definition, Outline, outline
from gatecheck.facts.tokens import token, words_of
from gatecheck.findings import Failure
from gatecheck.helping import Helping
from gatecheck.program.build import link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.cache import Store
    from gatecheck.config import Settings

_MISSES = 24
"""Definitions that are parsed here before other processes are put to work: fewer are not worth a fork."""
_HELPERS = 3
"""How far a call is followed into files that name nothing of the protocol."""
_NOTHING = r.Uses(frozenset(), frozenset(), frozenset(), frozenset())
_DEFINITIONS = msgspec.msgpack.Decoder(tuple[Definition, ...])
_SHELL = msgspec.msgpack.Decoder(tuple[r.Stmt, ...])
_FUNCTION = msgspec.msgpack.Decoder(r.Function)
_HEAD = msgspec.msgpack.Decoder(r.Function | None)


class Sources(msgspec.Struct, frozen=True):
    """What is gathered from. ``known`` are facts of an earlier run whose files have not changed since."""

    texts: dict[str, str]
    settings: Settings
    known: tuple[r.FileFacts, ...] = ()
    prefilter: bool = True
    jobs: int = 1


class Gathering:
    """Collects the facts of one run; what fails to parse later, when it is asked for, is noted here as well."""

    def __init__(self, sources: Sources, store: Store) -> None:
        self._texts = sources.texts
        self._settings = sources.settings
        self._store = store
        self._done: dict[str, r.FileFacts | Failure] = {facts.path: facts for facts in sources.known}
        self._broken: dict[str, Failure] = {}
        self._chunks: list[Chunk] = []
        self._asked = Asked()
        self._deferred: dict[str, list[Deferred]] = {}
        self._numbers: dict[tuple[str, int], int] = {}
        self._ahead: Ahead | None = None
        self._misses = 0
        self._helpers = processes(sources.jobs) - 1
        # What a run leaves files out by; None where it leaves none out.
        self.selection: prefilter.Selection | None = None
        try:
            self._gather(everything=not sources.prefilter or prefilter.is_small(self._texts))
        except BaseException:
            self.close()
            raise

    def _gather(self, *, everything: bool) -> None:
        if everything:
            self._check_syntax(self._texts)
            self._collect(self._texts)
        else:
            self._select()

    @property
    def facts(self) -> tuple[r.FileFacts, ...]:
        """The facts of the files that matter, in the order of the texts."""
        found = (self._done.get(path) for path in self._texts)
        return tuple(facts for facts in found if isinstance(facts, r.FileFacts))

    def is_named_elsewhere(self, words: frozenset[str]) -> bool:
        """Whether a file that was left out, or could not be parsed, holds one of these words.

        From here on the report depends on that as well.
        """
        if self.selection is not None:
            hints = self.selection.hints | words
            self.selection = msgspec.structs.replace(self.selection, hints=hints)
        done = self._done
        left = {p: text for p, text in self._texts.items() if not isinstance(done.get(p), r.FileFacts)}
        return bool(prefilter.naming(left, words))

    def looked(self) -> Looked:
        """What has been looked at up to here."""
        opened = {path: frozenset(d.chunk for d in made if d.opened) for path, made in self._deferred.items()}
        cut = {path: chunks for path, chunks in opened.items() if isinstance(self._done.get(path), r.FileFacts)}
        return Looked(cut, Questions.of(self._asked))

    def _left(self) -> dict[str, str]:
        """The files that nobody has looked into yet."""
        return {path: text for path, text in self._texts.items() if path not in self._done}

    @property
    def failed(self) -> tuple[Failure, ...]:
        """The files that could not be parsed, as far as is known by now."""
        failed = {path: failure for path, failure in self._done.items() if isinstance(failure, Failure)}
        return tuple((self._broken | failed).values())

    def close(self) -> None:
        """End what other processes still do, and let go of the facts; definitions can still be asked for.

        A definition knows who parses it, and Python does not look for cycles through records: whoever kept the facts
        here would keep them for good.
        """
        self._helpers = 0
        self._stop()
        self._done, self._chunks, self._deferred = {}, [], {}

    def _stop(self) -> None:
        if self._ahead is not None:
            self._ahead.close()
        self._ahead = None

    def _select(self) -> None:
        """Collect the core, what touches it, what inherits from either or is called by the core in any other file."""
        core_words = prefilter.core_words(self._settings)
        core = prefilter.core(self._texts, core_words)
        self._check_syntax(core)
        self._collect(core)
        helping = prefilter.telling_of(self._texts, prefilter.helpers(self.facts, self._settings))
        core += self._collect_callers(helping)
        known = [facts for path in core if isinstance(facts := self._done[path], r.FileFacts)]
        defined = prefilter.definers(self._texts)
        touching = prefilter.touching(self._texts, defined, known, self._settings)
        self._collect(touching.paths)
        names = touching.class_names
        while more := prefilter.heirs(self.facts, names):
            names |= more
            self._collect(prefilter.naming(self._left(), more))
        self._collect_bases(defined)
        entries = prefilter.entries(self.facts, touching.workers)
        calling = prefilter.telling_of(self._texts, entries)
        self._collect(calling)
        self._collect_bases(defined)
        self._collect(prefilter.passages(self._texts, self.facts))
        self._collect_helpers(frozenset(core))
        self._rank(touching.words)
        self.selection = prefilter.Selection(
            chosen=frozenset(self._done),
            telling=names.union(core_words, touching.words, *helping.values(), *calling.values()),
            hints=touching.hints | entries,
            built=touching.built,
        )

    def _collect_callers(self, helping: Iterable[str]) -> list[str]:
        """Collect who hands a counter to what waits on it; the files are of the core."""
        found = [path for path in helping if path not in self._done]
        self._check_syntax(found)
        self._collect(found)
        return found

    def _collect_bases(self, defined: dict[str, list[str]]) -> None:
        while more := [p for p in prefilter.ancestors(defined, self.facts) if p not in self._done]:
            self._collect(more)

    def _collect_helpers(self, core: frozenset[str]) -> None:
        """Collect what the core calls in files that name nothing of it, and what is called there in turn."""
        helping = Helping(self._texts)
        program = link(self.facts)
        hosts = self._settings.load_methods
        functions = [
            info
            for info in program.functions.values()
            if info.path in core and info.owner is not None and not any(program.method(info.owner, h) for h in hosts)
        ]
        for _ in range(_HELPERS):
            called = helping.behind(program, functions)
            if not called:
                break
            self._collect(called)
            program = link(self.facts)
            functions = [i for i in program.functions.values() if i.record.name in called.get(i.path, ())]

    def _collect(self, paths: Iterable[str]) -> None:
        todo = [path for path in paths if path not in self._done]
        for path in todo:
            self._done[path] = self._broken.get(path) or defer(path, self._texts[path], self)

    def _rank(self, words: AbstractSet[str]) -> None:
        """Put what names most of these first: it is the likeliest to be asked for."""
        self._stop()
        self._misses = 0
        if self._helpers <= 0:
            return
        told = {known for word in words if (known := token(word)) is not None}
        rank = {id(chunk): len(told & words_of(chunk.source)) for chunk in self._chunks}
        self._chunks = sorted((c for c in self._chunks if rank[id(c)]), key=lambda c: -rank[id(c)])

    def _check_syntax(self, paths: Iterable[str]) -> None:
        """Ask Python itself, which is fast; where it objects, the parser has the last word: it knows newer syntax."""
        for path in paths:
            if path not in self._done and not compiles(self._texts[path]):
                self._refuse(path, self._texts[path])

    def _refuse(self, path: str, text: str) -> None:
        failure = refusal(path, text)
        if failure is not None:
            self._broken[path] = failure

    def outline(self, text: str) -> Outline:
        """Where the definitions of a module stand."""
        made = self._kept("outline", text, lambda: msgspec.msgpack.encode(outline(text).definitions))
        return outline(text) if made is None else Outline.of(text, _DEFINITIONS.decode(made))

    def shell(self, text: str) -> tuple[r.Stmt, ...] | None:
        """The statements around the definitions of a module; None if they do not parse."""
        made = self._kept("shell", text, lambda: _encoded(lambda: lower_shell(text)))
        return _SHELL.decode(made) if made else None

    def _kept(self, kind: str, text: str, lower: Callable[[], bytes]) -> bytes | None:
        """What a text was lowered to: kept before, or now, and kept from here on; None if it was not."""
        known = self._store.get(kind, text)
        if known is None:
            known = lower()
            if known:
                self._store.put(kind, text, known)
        return known or None

    def deferred(self, chunk: Chunk) -> r.Function:
        """A definition that is parsed when somebody asks for it."""
        self._chunks.append(chunk)
        made = Deferred(chunk.name, chunk.index, chunk.source, _Text(chunk, self), self._asked)
        self._deferred.setdefault(chunk.path, []).append(made)
        return stand_in(made)

    def head(self, chunk: Chunk) -> r.Function | None:
        """A definition without its body; None where that does not parse, or where the whole is at hand."""
        if self._store.get(_kind(chunk), chunk.source) is not None:
            return None
        made = self._kept(f"head of {_kind(chunk)}", chunk.source, lambda: _encoded(lambda: lower_head(chunk)))
        return _HEAD.decode(made) if made is not None else None

    def function(self, chunk: Chunk) -> r.Function:
        """A definition, parsed; an empty one where it cannot be parsed, which is told then."""
        made = self._kept(_kind(chunk), chunk.source, lambda: self._lowered(chunk))
        if made is not None:
            return _FUNCTION.decode(made)
        self._refuse(chunk.path, chunk.module)
        return r.Function(chunk.name, (), (), None, (), False, chunk.index, 0, _NOTHING)  # noqa: FBT003

    def _lowered(self, chunk: Chunk) -> bytes:
        return self._made_ahead(chunk) or _encoded(lambda: lower_chunk(chunk))

    def _made_ahead(self, chunk: Chunk) -> bytes | None:
        """What another process has made of a definition."""
        self._misses += 1
        if self._helpers > 0 and self._ahead is None and self._misses >= _MISSES:
            chunks = tuple(self._chunks)
            self._numbers = {(c.path, c.index): number for number, c in enumerate(chunks)}
            self._ahead = Ahead(len(chunks), lambda n: _encoded(lambda: lower_chunk(chunks[n])), self._helpers)
        number = self._numbers.get((chunk.path, chunk.index))
        return self._ahead.take(number) if self._ahead is not None and number is not None else None


class _Text:
    """The text of a definition, as what it is loaded from."""

    def __init__(self, chunk: Chunk, gathering: Gathering) -> None:
        self._chunk = chunk
        self._gathering = gathering

    def whole(self) -> r.Function:
        return self._gathering.function(self._chunk)

    def head(self) -> r.Function | None:
        return self._gathering.head(self._chunk)


def _kind(chunk: Chunk) -> str:
    return f"{'method' if chunk.method else 'function'} {chunk.index}"


def _encoded(lower: Callable[[], object]) -> bytes:
    """What lowering comes to; nothing where the parser gives up."""
    try:
        return msgspec.msgpack.encode(lower())
    except (cst.ParserSyntaxError, RecursionError):
        return b""
