"""One run of ``graph`` behind the command line: analyse, choose the pools, draw them."""

from __future__ import annotations

import gc
import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import __version__, progress
from gatecheck import graph as g
from gatecheck.config import suggestion
from gatecheck.findings import Failure
from gatecheck.graph import Node
from gatecheck.plan import Options, Plan, Refused, settle
from gatecheck.report import view
from gatecheck.report.escape import one_line
from gatecheck.run import BROKEN, CLEAN, USAGE, Outcome, default_cache
from gatecheck.sources import read

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

_CLASS = re.compile(r"[^\W\d]\w*")


class Form(str, Enum):
    """How a graph can be shown."""

    TEXT = "text"
    DOT = "dot"
    MERMAID = "mermaid"
    SVG = "svg"
    HTML = "html"
    JSON = "json"


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command line of ``graph``; the first of ``words`` may name a root class, the others are paths."""

    words: tuple[str, ...] = ()
    form: Form = Form.TEXT
    cwd: str = "."
    config: str | None = None
    cache_dir: str | None = None
    use_cache: bool = True
    prefilter: bool = True


class Drawn(msgspec.Struct, frozen=True):
    """The graph of a tree, where it has the protocol, and what could not be read."""

    graph: nx.MultiDiGraph
    failed: tuple[Failure, ...]


def run(wish: Wish) -> Outcome:
    """Do what the command line says and return what is to be shown."""
    name, paths = split(wish)
    options = Options(paths=paths, cwd=wish.cwd, config=wish.config, cache_dir=wish.cache_dir)
    plan = settle(options)
    if isinstance(plan, Refused):
        return Outcome(USAGE, sentences=(plan.message,))
    with progress.shown(f"walking {view.plural(len(plan.tree.files), 'file')}"):
        drawn = _without_pauses(plan, wish)
    roots = choose(drawn.graph, name)
    if isinstance(roots, Refused):
        return Outcome(USAGE, sentences=(roots.message,))
    sentences = [f"{one_line(failure.file)}: {one_line(failure.reason)}" for failure in drawn.failed]
    if not roots:
        sentences.append("no file waits for a layer's load: nothing to draw")
    return Outcome(BROKEN if drawn.failed else CLEAN, _render(drawn, roots, wish.form, plan), tuple(sentences))


def split(wish: Wish) -> tuple[str | None, tuple[str, ...]]:
    """Tell a root class from paths: a plain name that no file or folder has."""
    first, *rest = wish.words or ("",)
    if _CLASS.fullmatch(first) and not Path(wish.cwd, first).exists():
        return first, tuple(rest)
    return None, wish.words


def choose(graph: nx.MultiDiGraph, name: str | None) -> tuple[Node, ...] | Refused:
    """Return the roots of this name, or all of them."""
    roots = g.roots(graph)
    found = tuple(root for root in roots if name is None or root.name == name)
    if found or name is None:
        return found
    owners = [g.get(graph, pool.root).name for pool in g.nodes(graph, g.Kind.POOL) if pool.name == name]
    if owners:
        return Refused(f"{name} is built inside other pools only: see {owners[0]}")
    near = suggestion(name, tuple(sorted({root.name for root in roots})))
    return Refused(f"there is neither a root pool nor a path {name!r}{near}")


def _without_pauses(plan: Plan, wish: Wish) -> Drawn:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return _draw(plan, wish)
    finally:
        if was_enabled:
            gc.enable()


def _draw(plan: Plan, wish: Wish) -> Drawn:
    import networkx as nx

    from gatecheck.cache import Store
    from gatecheck.facts.locate import Locator
    from gatecheck.flow.analyse import Analysis
    from gatecheck.gather import Gathering, Sources
    from gatecheck.graph_ways import build
    from gatecheck.program.build import link
    from gatecheck.program.protocol import derive

    results = {file.path: read(file) for file in plan.tree.files}
    texts = {path: text for path, text in results.items() if isinstance(text, str)}
    unread = [text for text in results.values() if isinstance(text, Failure)]
    folder = str(Path(wish.cwd, wish.cache_dir or default_cache()).absolute()) if wish.use_cache else None
    store = Store(folder, "definitions")
    gathered = Gathering(Sources(texts, plan.settings, prefilter=wish.prefilter), store)
    facts = gathered.facts
    program = link(facts)
    program.is_named_elsewhere = gathered.is_named_elsewhere
    protocol = derive(program, plan.settings)
    drawn = nx.MultiDiGraph()
    if protocol.present:
        analysis = Analysis(program, protocol, plan.settings)
        locator = Locator(texts.__getitem__, frozenset(each.path for each in facts if each.whole))
        drawn = build(analysis, analysis.run(), locator)
    store.save()
    # What is parsed when it is asked for can fail as late as here.
    return Drawn(drawn, tuple(sorted({*plan.tree.failed, *unread, *gathered.failed})))


def _render(drawn: Drawn, roots: tuple[Node, ...], form: Form, plan: Plan) -> str:
    if form is Form.JSON:
        from gatecheck.report import graph_json

        return graph_json.render(drawn.graph, roots, graph_json.Context(__version__, plan.tree.root, drawn.failed))
    if form is Form.HTML:
        from gatecheck.report import graph_page

        return graph_page.render(drawn.graph, roots, graph_page.Context(__version__, plan.tree.root))
    from gatecheck.report import graph_dot, graph_mermaid, graph_svg, graph_tree

    renderers: dict[Form, Callable[[nx.MultiDiGraph, tuple[Node, ...]], str]] = {
        Form.DOT: graph_dot.render,
        Form.MERMAID: graph_mermaid.render,
        Form.SVG: graph_svg.render,
        Form.TEXT: graph_tree.render,
    }
    return renderers[form](drawn.graph, roots)
