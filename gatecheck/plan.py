"""What one run of ``check`` is to do: the command line and the configuration, settled into one record."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gatecheck import config, sources
from gatecheck.config import OutputFormat, Settings
from gatecheck.findings import Confidence
from gatecheck.sources import Tree, Where


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
    since: str | None = None
    changed: bool = False
    baseline: str | None = None
    update_baseline: bool = False
    also: tuple[OutputFormat, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """Why there is nothing to do, in one sentence."""

    message: str


class Plan(msgspec.Struct, frozen=True):
    """The settings that hold for this run, the file they come from, and what is scanned."""

    settings: Settings
    file: str | None
    where: Where
    tree: Tree


def settle(options: Options) -> Plan | Refused:
    """Settle configuration and files."""
    named = Path(options.cwd, options.config) if options.config else None
    loaded = config.load(_start(options), named)
    if isinstance(loaded, config.ConfigError):
        return Refused(loaded.message)
    settings = _override(loaded.settings, options)
    fault = _unknown_rule((*settings.select, *settings.ignore))
    if fault is not None:
        return Refused(fault)
    where = Where(
        paths=options.paths,
        cwd=str(Path(options.cwd).absolute()),
        exclude=settings.exclude,
        exclude_base=str(Path(loaded.file).parent) if loaded.file else None,
        cache_dir=str(Path(options.cwd, options.cache_dir)) if options.cache_dir else None,
    )
    tree = sources.resolve(where)
    if isinstance(tree, sources.Refused):
        return Refused(tree.message)
    return Plan(settings, loaded.file, where, tree)


def _unknown_rule(selectors: tuple[str, ...]) -> str | None:
    if not selectors:
        return None
    from gatecheck.rules import registry

    return registry.unknown(selectors)


def describe(plan: Plan) -> str:
    """Return the settings as they would stand in the configuration, with their origin and the root as comments."""
    lines = [f"# from {plan.file or 'defaults only'}", f"# root {plan.tree.root}"]
    values = msgspec.to_builtins(plan.settings)
    lines += [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in values.items() if value is not None]
    return "\n".join(lines) + "\n"


def _start(options: Options) -> Path:
    """Return where the search for a configuration begins; a release from the index has none of its own."""
    first = next(iter(options.paths), "")
    return Path(options.cwd, "" if first.startswith(sources.RELEASE) else first).absolute()


def _override(settings: Settings, options: Options) -> Settings:
    baseline = str(Path(options.cwd, options.baseline).absolute()) if options.baseline else settings.baseline
    return msgspec.structs.replace(
        settings,
        select=options.select or settings.select,
        ignore=options.ignore or settings.ignore,
        output_format=options.output_format or settings.output_format,
        min_confidence=options.min_confidence or settings.min_confidence,
        baseline=baseline,
    )
