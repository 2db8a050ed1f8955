"""One run of ``check`` behind the command line: settings, tree, analysis, rendering, exit code."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import __version__, config, sources
from gatecheck.config import OutputFormat, Settings
from gatecheck.findings import Confidence, Failure, Report
from gatecheck.report import view
from gatecheck.rules import registry

if TYPE_CHECKING:
    from gatecheck.sources import Tree

CLEAN = 0
FINDINGS = 1
USAGE = 2
BROKEN = 3


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command line of ``check``; None and () mean that the configuration decides."""

    paths: tuple[str, ...] = ()
    cwd: str = "."
    config: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    output_format: OutputFormat | None = None
    min_confidence: Confidence | None = None
    cache_dir: str | None = None
    use_cache: bool = True
    prefilter: bool = True
    jobs: int = 0
    exit_zero: bool = False
    verbose: bool = False
    statistics: bool = False
    timings: bool = False
    color: bool = False
    show_settings: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What a run leaves: the text for standard output or a file, sentences for standard error, the exit code."""

    code: int
    text: str = ""
    sentences: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """The settings that hold for this run, where they come from, and the tree."""

    settings: Settings
    file: str | None
    tree: Tree


def plan(options: Options) -> Plan | Outcome:
    """Settle configuration and files; an Outcome says why that is impossible."""
    start = Path(options.cwd)
    if options.paths and not options.paths[0].startswith("pypi:"):
        start = start / options.paths[0]
    loaded = config.load(start.absolute(), Path(options.cwd, options.config) if options.config else None)
    if isinstance(loaded, config.ConfigError):
        return Outcome(USAGE, sentences=(loaded.message,))
    settings = _override(loaded.settings, options)
    fault = registry.unknown((*settings.select, *settings.ignore))
    if fault is not None:
        return Outcome(USAGE, sentences=(fault,))
    where = sources.Where(
        paths=options.paths,
        cwd=str(Path(options.cwd).absolute()),
        exclude=settings.exclude,
        exclude_base=str(Path(loaded.file).parent) if loaded.file else None,
        cache_dir=options.cache_dir,
    )
    tree = sources.resolve(where)
    if isinstance(tree, sources.Refused):
        return Outcome(USAGE, sentences=(tree.message,))
    return Plan(settings, loaded.file, tree)


def run(options: Options) -> Outcome:
    """Do what the options say and return what is to be shown."""
    planned = plan(options)
    if isinstance(planned, Outcome):
        return planned
    if options.show_settings:
        return Outcome(CLEAN, _settings(planned))
    if options.fix or options.unsafe_fixes or options.diff:
        return Outcome(USAGE, sentences=("this version has no fixes yet",))
    report, trouble = analyse(planned, options)
    if options.min_confidence is not None or planned.settings.min_confidence is not None:
        least = planned.settings.min_confidence or Confidence.LOW
        report = msgspec.structs.replace(report, findings=view.at_least(report.findings, least))
    text = _render(report, planned, options)
    return Outcome(exit_code(report, exit_zero=options.exit_zero), text, (*trouble, *_sentences(report, planned)))


def analyse(planned: Plan, options: Options) -> tuple[Report, tuple[str, ...]]:
    """Run the engine; a fault of the engine becomes a failure of the report, and a sentence."""
    from gatecheck.check import Request, check

    tree = planned.tree
    cache = str(Path(options.cwd, options.cache_dir or default_cache())) if options.use_cache else None
    request = Request(tree, planned.settings, options.jobs, cache, options.prefilter)
    try:
        report = check(request)
    except Exception as error:  # noqa: BLE001 - a fault of the engine must not lose the report's form
        reason = f"internal error: {type(error).__name__}: {error}".strip().rstrip(":")
        trouble = traceback.format_exc() if options.verbose else f"{reason} (--verbose shows where)"
        return Report(tree.root, failed=(*tree.failed, Failure(".", reason)), files=len(tree.files)), (trouble,)
    failed = tuple(sorted({*report.failed, *tree.failed}))
    return msgspec.structs.replace(report, failed=failed), ()


def exit_code(report: Report, *, exit_zero: bool = False) -> int:
    """Return 3 for any failure, else 1 for any finding that fails a run, else 0; a failure is no matter of taste."""
    if report.failed:
        return BROKEN
    return FINDINGS if not exit_zero and any(finding.fails for finding in report.findings) else CLEAN


def default_cache() -> str:
    """Return the user's cache folder for gatecheck."""
    import platformdirs

    return platformdirs.user_cache_dir("gatecheck")


def source_lines(tree: Tree) -> view.Lines:
    """Return a provider of source lines that reads a file when asked for it."""
    absolute = {file.path: file for file in tree.files}

    def lines(path: str) -> tuple[str, ...]:
        file = absolute.get(path)
        text = sources.read(file) if file is not None else ""
        return tuple(re.split(r"\r\n|\r|\n", text)) if isinstance(text, str) else ()

    return lines


def _settings(planned: Plan) -> str:
    lines = [f"# from {planned.file or 'defaults only'}", f"# root {planned.tree.root}"]
    values = msgspec.to_builtins(planned.settings)
    lines += [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in values.items() if value is not None]
    return "\n".join(lines) + "\n"


def _override(settings: Settings, options: Options) -> Settings:
    return msgspec.structs.replace(
        settings,
        select=options.select or settings.select,
        ignore=options.ignore or settings.ignore,
        output_format=options.output_format or settings.output_format,
        min_confidence=options.min_confidence or settings.min_confidence,
    )


def _render(report: Report, planned: Plan, options: Options) -> str:
    form = planned.settings.output_format
    if form is OutputFormat.JSON:
        from gatecheck.report import json

        return json.render(report, __version__)
    if form is OutputFormat.PLAIN:
        from gatecheck.report import plain

        return plain.render(_reported(report, planned))
    from gatecheck.report import text

    look = text.Options(
        color=options.color,
        verbose=options.verbose,
        statistics=options.statistics,
        timings=options.timings,
        min_confidence=planned.settings.min_confidence or Confidence.MEDIUM,
        notes=planned.tree.notes,
    )
    return text.render(report, source_lines(planned.tree), look)


def _reported(report: Report, planned: Plan) -> Report:
    """Leave out what only the complete formats show."""
    least = planned.settings.min_confidence or Confidence.MEDIUM
    return msgspec.structs.replace(report, findings=view.at_least(report.findings, least))


def _sentences(report: Report, planned: Plan) -> tuple[str, ...]:
    """Say on standard error what a format that has no place for it would keep silent."""
    if planned.settings.output_format is OutputFormat.TEXT:
        return ()
    sentences = [f"{failure.file}: {failure.reason}" for failure in report.failed if failure.file != "."]
    if report.files == 0 and not report.failed:
        sentences.append(f"no Python file in {report.root}: nothing to check")
    elif not report.protocol:
        sentences.append("no file waits for a layer's load: nothing to check")
    return tuple(sentences)
