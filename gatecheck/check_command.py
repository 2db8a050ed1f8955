"""The command ``check``: its options, turned into one record."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
import msgspec

from gatecheck.config import OutputFormat
from gatecheck.findings import Confidence
from gatecheck.output import use_color, write_file, write_stdout
from gatecheck.report.escape import one_line


def _codes(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())


def _outputs(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[OutputFormat, Path], ...]:
    return tuple(_output(value) for value in values)


def _output(value: str) -> tuple[OutputFormat, Path]:
    form, _, file = value.partition("=")
    known = {each.value: each for each in OutputFormat}
    if form not in known or not file:
        raise click.BadParameter(f"{value!r} is not FORMAT=FILE; formats are {', '.join(known)}")
    return known[form], Path(file)


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path())
@click.option("--fix", is_flag=True, help="Apply the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply the other fixes as well.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--select", multiple=True, callback=_codes, metavar="CODES", help="Check these rules only.")
@click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="Leave these rules out.")
@click.option("--output-format", type=click.Choice([form.value for form in OutputFormat]), help="Default: text.")
@click.option("--output-file", type=click.Path(dir_okay=False, path_type=Path), help="Write here, atomically.")
@click.option("--since", metavar="REV", help="Leave out what this revision already has.")
@click.option("--changed", is_flag=True, help="Only findings in files that differ from the last commit.")
@click.option("--baseline", metavar="FILE", help="Findings known from this file do not fail; stale entries do.")
@click.option("--update-baseline", is_flag=True, help="Make the baseline hold what is found now.")
@click.option(
    "--also",
    multiple=True,
    callback=_outputs,
    metavar="FORMAT=FILE",
    help="Write the report in a further format as well.",
)
@click.option("--cache/--no-cache", "use_cache", default=True, help="Keep and use parsed files; on by default.")
@click.option("--prefilter/--no-prefilter", default=True, help="Parse only files that can matter; on by default.")
@click.option("--cache-dir", metavar="DIR", help="Where parsed files and releases are kept.")
@click.option("--config", metavar="FILE", help="Take [tool.gatecheck] from this file.")
@click.option("--show-settings", is_flag=True, help="Print the settings that hold here, and stop.")
@click.option("--min-confidence", type=click.Choice([level.value for level in Confidence]), help="Leave out the rest.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option("--jobs", "-j", type=click.IntRange(min=0), default=0, help="Processes; 0 means one for each core.")
@click.option("--statistics", is_flag=True, help="Count the findings by rule.")
@click.option("--timings", is_flag=True, help="Say how long each phase took.")
@click.option("--exit-zero", is_flag=True, help="End with 0 in spite of findings.")
@click.option("--verbose", "-v", is_flag=True, help="Also say where the analysis gave up.")
def check(
    paths: tuple[str, ...],
    output_file: Path | None,
    also: tuple[tuple[OutputFormat, Path], ...],
    color: str,
    **given: object,
) -> int:
    """Find reads that are not ordered behind their layer's load.

    PATHS are folders, files, or releases like pypi:sglang==0.5.12. Without one, the current checkout is checked if it
    holds SGLang, else the installed package sglang.

    \b
    gatecheck check python/sglang/srt
    gatecheck check --select GC001,GC002 --output-format json
    gatecheck check --diff
    """  # noqa: D301 - \b is click's mark for a paragraph that keeps its lines
    from gatecheck.plan import Options
    from gatecheck.run import run

    terminal = output_file is None and sys.stdout.isatty()
    colored = use_color(color, os.environ, terminal=terminal)
    forms = tuple(form for form, _ in also)
    options = msgspec.convert(
        {**given, "paths": paths, "cwd": str(Path.cwd()), "color": colored, "also": forms}, Options
    )
    outcome = run(options)
    for sentence in outcome.sentences:
        for line in sentence.splitlines():
            click.echo(f"gatecheck: {one_line(line)}", err=True)
    files = [(path, text) for (_, path), text in zip(also, outcome.also, strict=False)]
    if output_file is None or not outcome.text:
        write_stdout(outcome.text)
    else:
        files.append((output_file, outcome.text))
    troubles = [trouble for path, text in files if (trouble := write_file(path, text)) is not None]
    for trouble in troubles:
        click.echo(f"gatecheck: {trouble}", err=True)
    return 2 if troubles else outcome.code
