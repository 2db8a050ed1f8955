"""Which renderer shows a report, and what each of them is given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import __version__, edits, sources
from gatecheck.config import OutputFormat
from gatecheck.edits import Edits
from gatecheck.findings import Confidence, Report
from gatecheck.report import view
from gatecheck.report.view import Lines
from gatecheck.sources import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.report.matrix import Access


class Beside(msgspec.Struct, frozen=True):
    """What is not in the report, made when asked for: the edits of a fix, and what every accessor does."""

    edits: Edits = edits.none
    accesses: Callable[[], tuple[Access, ...]] = tuple


class Wish(msgspec.Struct, frozen=True):
    """How the report is to be shown; ``min_confidence`` None leaves the choice to the format.

    ``beside`` holds what some formats show beside the report.
    """

    form: OutputFormat
    exit_code: int
    min_confidence: Confidence | None = None
    color: bool = False
    verbose: bool = False
    statistics: bool = False
    timings: bool = False
    beside: Beside = Beside()


def render(report: Report, tree: Tree, wish: Wish) -> str:
    """Return the report in the form wished for.

    JSON, SARIF and HTML hold every finding; the other forms leave out low confidence unless it is asked for.
    """
    if wish.form is OutputFormat.TEXT:
        return _text(report, tree, wish)
    if wish.form is OutputFormat.JSON:
        from gatecheck.report import json

        return json.render(report, __version__)
    if wish.form is OutputFormat.SARIF:
        return _sarif(report, wish)
    if wish.form is OutputFormat.HTML:
        from gatecheck.report import html

        return html.render(report, source_lines(tree), html.Context(__version__, wish.beside.accesses()))
    return _lines(_for_people(report, wish), wish.form)


def source_lines(tree: Tree) -> Lines:
    """Return a provider of source lines that reads a file when asked for it."""
    absolute = {file.path: file for file in tree.files}

    def lines(path: str) -> tuple[str, ...]:
        file = absolute.get(path)
        text = sources.read(file) if file is not None else ""
        return tuple(re.split(r"\r\n|\r|\n", text)) if isinstance(text, str) else ()

    return lines


def _text(report: Report, tree: Tree, wish: Wish) -> str:
    from gatecheck.report import text

    look = text.Options(
        color=wish.color,
        verbose=wish.verbose,
        statistics=wish.statistics,
        timings=wish.timings,
        min_confidence=wish.min_confidence or Confidence.MEDIUM,
        notes=tree.notes,
    )
    return text.render(report, source_lines(tree), look)


def _sarif(report: Report, wish: Wish) -> str:
    from gatecheck import git
    from gatecheck.report import sarif
    from gatecheck.rules.registry import PAGES

    context = sarif.Context(__version__, git.prefix(Path(report.root)), PAGES, wish.exit_code)
    return sarif.render(report, context, wish.beside.edits)


def _lines(report: Report, form: OutputFormat) -> str:
    if form is OutputFormat.PLAIN:
        from gatecheck.report import plain

        return plain.render(report)
    if form is OutputFormat.JUNIT:
        from gatecheck.report import junit

        return junit.render(report)
    from gatecheck import git

    prefix = git.prefix(Path(report.root))
    if form is OutputFormat.GITHUB:
        from gatecheck.report import github

        return github.render(report, prefix)
    if form is OutputFormat.GITLAB:
        from gatecheck.report import gitlab

        return gitlab.render(report, prefix)
    from gatecheck.report import markdown

    return markdown.render(report, prefix)


def _for_people(report: Report, wish: Wish) -> Report:
    least = wish.min_confidence or Confidence.MEDIUM
    return msgspec.structs.replace(report, findings=view.at_least(report.findings, least))
