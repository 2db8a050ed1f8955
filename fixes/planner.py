"""From the analysis to subjects: what each finding's function, class and layer are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import stored_of, walk, walk_all
from gatecheck.findings import Confidence
from gatecheck.fixes.agreeing import agreeing
from gatecheck.fixes.below import checked_below
from gatecheck.fixes.echo import is_echo, none_for
from gatecheck.fixes.edits import Plan, Where
from gatecheck.fixes.emptied import emptied
from gatecheck.fixes.forms import Forms, attributes
from gatecheck.fixes.gates import Vocabulary, in_foreign_numbers
from gatecheck.fixes.idiom import gates_in
from gatecheck.fixes.layer import Layer, is_counted, is_layer, layer_of
from gatecheck.fixes.live import Held, is_live, usable
from gatecheck.fixes.offer import offer
from gatecheck.fixes.passing import Passing
from gatecheck.fixes.placement import ordinals
from gatecheck.fixes.sites import bad_sites, places_of, reads_of, together
from gatecheck.fixes.subject import Registration, Subject
from gatecheck.fixes.written import names_of, rebound, spelt_as_calls, takes_ways, worked_out, written_layer
from gatecheck.flow.cases import COVERED, LATE
from gatecheck.flow.proving import each_of
from gatecheck.flow.ranges import is_several
from gatecheck.flow.values import Sym
from gatecheck.program.memoised import is_memoised

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.base import Read
    from gatecheck.flow.cases import Case, Site
    from gatecheck.flow.values import Value
    from gatecheck.flow.verdicts import Access
    from gatecheck.program.link import ClassInfo, FunctionInfo


class _ReadLayer(msgspec.Struct, frozen=True):
    """How a function names the layer that it reads: the one or several of the walk, and as it is written there.

    ``certain`` says whether the name is a layer's (None: nothing says so), ``checker`` which function below checks it.
    """

    layer: Layer | None
    layers: tuple[Layer, ...]
    written: Layer | None
    certain: bool | None
    checker: str | None = None


class Planner:
    """Makes the plans for the findings of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._program = analysis.program
        self._passing = Passing(analysis)
        self._answers: dict[tuple[str, frozenset[str]], bool] = {}
        protocol = analysis.protocol
        self._words = Vocabulary(protocol.wait_methods, protocol.counter_attrs)
        self._forms = Forms(analysis, self._words)
        # For each entry the roots on which it waits for everything that it reads.
        self._covered: dict[str, set[str]] = {}
        for (root, entry), found in analysis.accesses.items():
            if found and all(access.verdict == COVERED for access in found):
                self._covered.setdefault(entry, set()).add(root)

    def plan(self, code: str, fingerprint: str, case: Case, group: tuple[Case, ...] = ()) -> Plan:
        """Every way to repair the finding that this case leads to; ``group`` are all that the finding speaks of."""
        if is_echo(case.confidence, case.managed):
            return none_for(fingerprint, case)
        try:
            return self._plan(code, fingerprint, case, group)
        except RecursionError:
            return Plan.none(fingerprint, f"{case.symbol} is nested too deeply to say where a wait would stand")

    def _plan(self, code: str, fingerprint: str, case: Case, group: tuple[Case, ...]) -> Plan:
        subject = self._subject(code, fingerprint, case)
        if subject.outside:
            same = together(case, group)
            subject = msgspec.structs.replace(subject, beside=self._passing.beside(same), reads=reads_of(same))
        return offer(self._with_further_layers(subject, case, group))

    def _with_further_layers(self, subject: Subject, case: Case, group: tuple[Case, ...]) -> Subject:
        """A subject with the layers of the other buffers that are read in the same walk, where these are others."""
        beside = [c for c in group if (c.root, c.entry) == (case.root, case.entry) and c.buffer != case.buffer]
        info = self._program.functions[case.entry]
        found = [(subject.reads, subject.layers)]
        for other in beside if subject.layers else ():
            bad = bad_sites(other)
            each = self._lasting_layers(other, info, bad, self._written(other, info, bad[0]))
            found += [(places_of(bad), each)] if each else []
        found.sort(key=lambda each: min(each[0]))
        layers = dict.fromkeys(layer for _, each in found for layer in each)
        reads = dict.fromkeys((*subject.reads, *(at for each, _ in found for at in each)))
        if len(layers) == len(subject.layers):
            return msgspec.structs.replace(subject, reads=tuple(reads))
        holes = frozenset(name for form in subject.forms for name in form.names)
        sure = [is_layer(layer, info, holes) for layer in layers]
        return msgspec.structs.replace(
            subject,
            layers=tuple(layers) if False not in sure else (),
            layer=None,
            reads=tuple(reads),
            sure=subject.sure and all(sure),
            certain=subject.certain and all(sure),
        )

    def _subject(self, code: str, fingerprint: str, case: Case) -> Subject:
        info = self._program.functions[case.entry]
        bad = bad_sites(case)
        root = self._analysis.roots.get(case.root)
        owned = root is not None and not self._own_buffer(case, root, bad[0])
        every = self._usable_forms(case, info, owned=owned and not self._is_outside(case))
        fitting = tuple(f for f in every if self._fits(f, info))
        reads = [read for site in bad if not self._is_outside(case) for read in self._reads(case, site)]
        known = fitting or every
        found = agreeing(known, self._analysis, case.root, reads)
        record = info.record
        helpers = frozenset(f.helper for f in found if f.helper is not None)
        bypass = self._passing.bypass(case, bad[0]) if self._is_outside(case) else None
        gates = gates_in(record, self._words, helpers, bypass.pool if bypass is not None else None)
        read = self._read_layer(case, info, bad, known)
        leaning = self._leaning(case, info, bad[0])
        return Subject(
            rule=code,
            fingerprint=fingerprint,
            symbol=case.symbol,
            where=Where(info.path, record.chunk, record.at),
            record=record,
            reads=places_of(bad),
            layer=read.layer if read.certain is not False else None,
            layers=read.layers,
            written=read.written,
            each_written=self._each_written(case, info, bad),
            forms=found,
            emptied=emptied(self._program, case.root, record),
            bypass=bypass,
            registration=self._registration(case, bad[0]),
            gates=frozenset(at for gate in gates for at in ordinals(gate)),
            wrong_wait=self._wrong_wait(bad[0], case.entry, gates),
            live=root is not None and self._is_live(root),
            owned=owned,
            outside=self._is_outside(case),
            covered_elsewhere=self._covered_elsewhere(case),
            sure=case.confidence is not Confidence.LOW and read.certain is not None,
            strange=bool(every) and not fitting,
            kept=is_memoised(self._program, info),
            checker=read.checker,
            several=any(is_several(a.read.layer) for site in bad for a in self._matching(case, site)),
            guessed=read.certain is None,
            certain=case.confidence is Confidence.HIGH and read.certain is not None,
            leaning=frozenset((a.read.chain[0].place if a.read.chain else a.read.place)[1] for a in leaning),
            leans_rightly=all(a.proved for a in leaning),
            late=bad[0].verdict == LATE,
            local=any(self._is_local(case, site) for site in bad),
            varies=any(len(_several(self._matching(case, site))) > 1 for site in bad),
        )

    def _read_layer(self, case: Case, info: FunctionInfo, bad: list[Site], forms: tuple[Form, ...]) -> _ReadLayer:
        """How the function can name the layer that it reads, and who checks it on the way to the reads."""
        each = {self._written(case, info, site) for site in bad} - {None}
        written = each.pop() if len(each) == 1 else None
        layers = self._lasting_layers(case, info, bad, written)
        holes = frozenset(name for form in forms for name in form.names)
        written = None if written is not None and is_layer(written, info, holes) is False else written
        layer = layers[0] if len(layers) == 1 else None
        named = layer or written
        holes |= names_of(layer) if layer is not None and self._are_counted(case, bad) else frozenset()
        if named is None:
            return _ReadLayer(layer, layers, written, certain=True)
        checkers = (checked_below(self._program, site, named) for site in bad)
        checker = next((symbol for symbol in checkers if symbol is not None), None)
        return _ReadLayer(layer, layers, written, certain=is_layer(named, info, holes), checker=checker)

    def _usable_forms(self, case: Case, info: FunctionInfo, *, owned: bool) -> tuple[Form, ...]:
        """The class's forms of a wait; the index of an inner pool is not the event's, however it is written."""
        every = self._forms_for(case, info)
        root = self._analysis.roots.get(case.root)
        if root is None:
            return every
        attrs = self._analysis.walker.heap[root].attrs
        names = {form.helper for form in every if form.helper is not None}
        helpers = {name: m for name in names if (m := self._program.method(case.root, name)) is not None}
        every = tuple(usable(every, Held.of(attrs, self._words), helpers))
        if not owned:
            return every
        own = frozenset(attrs)
        return tuple(f for f in every if not f.derived and not in_foreign_numbers(f.gate, own, self._words))

    def _lasting_layers(
        self, case: Case, info: FunctionInfo, bad: list[Site], written: Layer | None
    ) -> tuple[Layer, ...]:
        """The layers that are read, unless the variable of one has another value by then."""
        layers = self._layers(case, info, bad)
        moved = written is not None and any(rebound(info.record, layer, written) for layer in layers)
        return () if moved else layers

    def _wrong_wait(self, site: Site, entry: str, gates: tuple[r.Stmt, ...]) -> int | None:
        """The call in the entry that is, or leads to, the wait that the finding is about."""
        if site.witness is None or site.witness[0] == entry:
            return site.witness[1] if site.witness is not None else None
        name = self._program.functions[site.witness[0]].record.name
        calls = (n for gate in gates for n in walk(gate) if isinstance(n, r.Call) and isinstance(n.func, r.Attr))
        return next((c.at for c in calls if isinstance(c.func, r.Attr) and c.func.name == name), None)

    def _leaning(self, case: Case, info: FunctionInfo, site: Site) -> list[Access]:
        """The reads of other layers for which the wait is all that is waited for; for some it may be right."""
        every = self._passing.accesses(case, site) if self._is_outside(case) else self._accesses(case)
        mine = self._matching(case, site, every)
        waits = {access.witness for access in mine} - {None}
        starts = self._analysis.starts.get(self._analysis.roots.get(case.root, -1), frozenset())
        layers = {self._layer_of(access.read, info, starts) for access in mine}
        others = [a for a in every if a.witness in waits and a.read.layer is not None]
        return [a for a in others if self._layer_of(a.read, info, starts) not in layers]

    def _forms_for(self, case: Case, info: FunctionInfo) -> tuple[Form, ...]:
        """The gates of the accessor's own class and its ancestors, then those of its root, then any that would work."""
        classes = self._program.classes
        mine = [info.owner] if info.owner is not None and info.owner in classes else []
        own = [*mine, case.root] if case.root in classes else mine
        found: dict[object, Form] = {}
        if self._is_outside(case):
            apart = self._forms.of(mine)
            found = {("apart", f.shape): msgspec.structs.replace(f, apart=True) for f in apart}
            mine = []
        found |= {form.shape: form for form in self._forms.of([*mine, *own[-1:]])}
        root = self._analysis.roots.get(case.root)
        for form in self._forms.elsewhere(root, frozenset(own)) if root is not None else ():
            found.setdefault(form.shape, form)
        return tuple(found.values())

    def _fits(self, form: Form, info: FunctionInfo) -> bool:
        """Whether every class that inherits a method has what a gate names on the object itself."""
        wanted = frozenset(attributes(form))
        if info.owner is None or form.apart:
            return True
        heirs = self._program.heirs.get(info.owner, set()) - {info.owner}
        last = [key for key in heirs if not self._program.heirs.get(key, set()) - {key}]
        return all(self._has(key, wanted) for key in last if self._program.method(key, info.record.name) is info)

    def _has(self, key: str, wanted: frozenset[str]) -> bool:
        """Whether a class has these attributes or methods, asked once for each."""
        if (key, wanted) not in self._answers:
            self._answers[key, wanted] = self._find(key, wanted)
        return self._answers[key, wanted]

    def _find(self, key: str, wanted: frozenset[str]) -> bool:
        mro = [self._program.classes[each] for each in self._program.classes[key].mro]
        known = {name for cls in mro for name in (*cls.methods, *cls.statics)}
        return wanted <= known.union(*(stored_of(m.record, wanted) for cls in mro for m in cls.methods.values()))

    def _is_outside(self, case: Case) -> bool:
        """Whether the entry is no method of the pool: one that calls what leaves the waiting to it can wait itself."""
        return case.outside and (case.root, case.entry) not in self._analysis.accesses

    def _accesses(self, case: Case) -> list[Access]:
        return self._analysis.accesses.get((case.root, case.entry), [])

    def _matching(self, case: Case, site: Site, among: list[Access] | None = None) -> list[Access]:
        """The accesses that a site was made of: one for each way on which its place is reached."""
        found = []
        for access in self._accesses(case) if among is None else among:
            read = access.read
            places = [h.place for h in read.chain] + [read.place]
            name = self._analysis.managing.name((read.oid, read.attr))
            if name == case.buffer and access.verdict == site.verdict and places == [h.place for h in site.hops]:
                found.append(access)
        return found

    def _access(self, case: Case, site: Site) -> Access | None:
        return next(iter(self._matching(case, site)), None)

    def _layers(self, case: Case, info: FunctionInfo, sites: list[Site]) -> tuple[Layer, ...]:
        """The layers that these reads are for, as far as they can be written down.

        None at all where one of the reads is for another layer on another way to it.
        """
        found: dict[Layer, None] = {}
        for site in sites:
            known = self._layers_of(case, info, site)
            if not takes_ways(info.record, site.hops[0].place[1]):
                # One statement reads several parts of the layer, and what is not named is but another part.
                known -= {None}
            if len(known) > 1:
                return ()
            found.update({layer: None for layer in known if layer is not None})
        return tuple(found)

    def _layers_of(self, case: Case, info: FunctionInfo, site: Site) -> set[Layer | None]:
        starts = self._analysis.starts
        if self._is_outside(case):
            every = frozenset(sym for found in starts.values() for sym in found)
            return {self._layer_of(read, info, every) for read in self._reads(case, site)}
        accesses = self._matching(case, site)
        return {self._layer_of(a.read, info, starts.get(a.root, frozenset())) for a in accesses}

    def _are_counted(self, case: Case, sites: list[Site]) -> bool:
        """Whether the reads take the first layer off what they are given: that is a layer's number by any name."""
        walker, starts = self._analysis.walker, frozenset[Sym]().union(*self._analysis.starts.values())
        reads = [read for site in sites for read in self._reads(case, site)]
        return all(is_counted(walker.event_of(read), starts | walker.first_keys(read)) for read in reads)

    def _layer_of(self, read: Read, info: FunctionInfo, starts: frozenset[Sym]) -> Layer | None:
        walker = self._analysis.walker
        if walker.is_out_of_sight(read):
            return None
        found = layer_of(walker.event_of(read), info, starts | walker.first_keys(read))
        return None if found is not None and found.raw and walker.numbers.are_lost_by(read) else found

    def _written(self, case: Case, info: FunctionInfo, site: Site) -> Layer | None:
        """The layer that the entry itself writes, where it reads the buffer without another function between."""
        if len(site.hops) != 1 or any(map(self._analysis.walker.is_numbered_apart, self._reads(case, site))):
            return None
        found = written_layer(info.record, case.buffer.rpartition(".")[2], site.hops[0].place[1])
        cls = info.owner if case.root not in self._program.classes or self._is_outside(case) else case.root
        if found is not None and cls is not None:
            found = spelt_as_calls(self._program, cls, worked_out(self._program, cls, found))
        return None if found is not None and found.raw and self._is_local(case, site) else found

    def _is_local(self, case: Case, site: Site) -> bool:
        return any(map(self._analysis.walker.numbers.are_lost_by, self._reads(case, site)))

    def _each_written(self, case: Case, info: FunctionInfo, bad: list[Site]) -> tuple[tuple[int, Layer], ...]:
        """The layer that the entry writes for each of its reads; nothing where it does not for one of them."""
        found = [(site.hops[0].place[1], self._written(case, info, site)) for site in bad]
        known = tuple((at, layer) for at, layer in found if layer is not None)
        return known if len(known) == len(found) else ()

    def _reads(self, case: Case, site: Site) -> list[Read]:
        if self._is_outside(case):
            return self._passing.reads(case, site)
        return [access.read for access in self._matching(case, site)]

    def _is_live(self, root: int) -> bool:
        return any(map(is_live, self._analysis.walker.heap[root].attrs.values()))

    def _own_buffer(self, case: Case, root: int, site: Site) -> bool:
        if self._is_outside(case):
            return all(read.oid == root for read in self._reads(case, site))
        access = self._access(case, site)
        return access is None or access.read.oid == root

    def _registration(self, case: Case, site: Site) -> Registration | None:
        """How the root could hand its counter on to the pool that holds the buffer."""
        access = self._access(case, site)
        chain = self._analysis.walker.heap.owner_chain(access.read.oid) if access is not None else []
        if access is not None and any(map(self._is_live, (access.read.oid, *(oid for oid, _ in chain)))):
            # What holds the buffer, or owns it, has a counter already: another hand-over would give it none.
            return None
        names = sorted(self._analysis.protocol.register_methods)
        found = (m for name in names if (m := self._program.method(case.root, name)) is not None)
        method = next((m for m in found if len(m.record.params) == 2), None)
        if case.root not in self._program.classes or method is None:
            return None
        info = self._program.classes[case.root]
        own = method.owner == case.root
        if not chain:
            return self._unheard(info, method) if own else None
        home = method if own else next(reversed(info.methods.values()), None)
        if home is None:
            return None
        where = Where(home.path, home.record.chunk, home.record.at)
        parameter = method.record.params[1].name
        return Registration(where, info.name, method.record.name, parameter, chain[-1][1], own)

    def _unheard(self, info: ClassInfo, method: FunctionInfo) -> Registration | None:
        """A registration that overrides one without calling it: the counter goes nowhere."""
        bases = (self._program.classes[key].methods for key in info.mro[1:])
        if not any(method.record.name in methods for methods in bases) or _calls_super(method.record):
            return None
        where = Where(method.path, method.record.chunk, method.record.at)
        return Registration(where, info.name, method.record.name, method.record.params[1].name, "", own=True)

    def _covered_elsewhere(self, case: Case) -> bool:
        """Whether the same entry already waits for everything it reads on some other root."""
        roots = self._covered.get(case.entry, set())
        return not roots <= {case.root}


def _several(accesses: list[Access]) -> set[Value | None]:
    """The layers of one read on its ways."""
    return {one for access in accesses for one in each_of(access.read.layer)}


def _calls_super(record: r.Function) -> bool:
    return any(isinstance(n, r.Name) and n.id == "super" for n in walk_all(record.body))
