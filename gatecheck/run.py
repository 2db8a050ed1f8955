"""One run of ``check`` behind the command line: analyse, compare with what is known, render, choose the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import progress, render
from gatecheck.config import OutputFormat
from gatecheck.findings import Failure, Report
from gatecheck.plan import Options, Plan, Refused, describe, settle
from gatecheck.report import view
from gatecheck.report.view import WHOLE
from gatecheck.sources import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.check import Request

CLEAN = 0
FINDINGS = 1
USAGE = 2
BROKEN = 3
_NOTHING = render.Beside()
_IN_FULL = frozenset({OutputFormat.SARIF, OutputFormat.HTML})


class Outcome(msgspec.Struct, frozen=True):
    """What a run leaves: the text for standard output or a file, sentences for standard error, the exit code.

    ``also`` are the texts in the further forms that were asked for.
    """

    code: int
    text: str = ""
    sentences: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Seen(msgspec.Struct, frozen=True):
    """A report, what is to be said beside it, and whether the baseline holds entries that are no longer true."""

    report: Report
    sentences: tuple[str, ...] = ()
    stale: bool = False


def run(options: Options) -> Outcome:
    """Do what the options say and return what is to be shown."""
    plan = settle(options)
    if isinstance(plan, Refused):
        return Outcome(USAGE, sentences=(plan.message,))
    if options.show_settings:
        return Outcome(CLEAN, describe(plan))
    if options.fix or options.unsafe_fixes or options.diff:
        return _repair(plan, options)
    if _IN_FULL & {plan.settings.output_format, *options.also}:
        return _in_full(plan, options)
    return _report(analyse(plan, plan.tree, options), plan, options)


def _in_full(plan: Plan, options: Options) -> Outcome:
    """Report for a format that shows more than the report holds, which takes a second walk."""
    from gatecheck.offers import Offers

    offers = Offers()
    found = analyse(plan, plan.tree, options, offers.look)
    return _report(found, plan, options, render.Beside(offers.together, offers.accesses))


def _report(found: Seen, plan: Plan, options: Options, beside: render.Beside = _NOTHING) -> Outcome:
    seen = _compare(found, plan, options)
    return (
        Outcome(USAGE, sentences=(seen.message,))
        if isinstance(seen, Refused)
        else _outcome(seen, plan, options, beside)
    )


def _repair(plan: Plan, options: Options) -> Outcome:
    """Repair what is new, then report what is left; with ``--diff`` show the changes in place of the report."""
    from gatecheck import fixing

    fixer = fixing.Fixer(fixing.mode(unsafe_fixes=options.unsafe_fixes, diff=options.diff))
    asked = msgspec.structs.replace(options, update_baseline=False)
    seen = _compare(analyse(plan, plan.tree, options, fixer.look), plan, asked)
    if isinstance(seen, Refused):
        return Outcome(USAGE, sentences=(seen.message,))
    fixed = fixer.repair(seen.report)
    if options.diff:
        code = exit_code(seen, exit_zero=options.exit_zero)
        return Outcome(code, fixed.diff, (*seen.sentences, *fixed.sentences, *_silent(seen.report, plan)))
    return _report(Seen(fixed.report, fixed.sentences), plan, options)


def analyse(plan: Plan, tree: Tree, options: Options, look: Callable[[Request], Report] | None = None) -> Seen:
    """Run the engine; a fault of the engine becomes a failure of the report, and a sentence."""
    from gatecheck.check import Request, check

    cache = str(Path(options.cwd, options.cache_dir or default_cache()).absolute()) if options.use_cache else None
    request = Request(tree, plan.settings, options.jobs, cache, options.prefilter)
    try:
        with progress.shown(f"checking {view.plural(len(tree.files), 'file')}"):
            report = (look or check)(request)
    except Exception as error:  # noqa: BLE001 - a fault of the engine must not lose the report's form
        import traceback

        reason = f"internal error: {type(error).__name__}: {error}".strip().rstrip(":")
        trouble = traceback.format_exc() if options.verbose else f"{reason} (--verbose shows where)"
        failed = (*tree.failed, Failure(WHOLE, reason))
        return Seen(Report(tree.root, failed=failed, files=len(tree.files)), (trouble,))
    failed = tuple(sorted({*report.failed, *tree.failed}))
    return Seen(msgspec.structs.replace(report, failed=failed))


def exit_code(seen: Seen, *, exit_zero: bool = False) -> int:
    """Return 3 for any failure, else 1 for a finding that fails a run or a stale baseline, else 0.

    ``exit_zero`` forgives findings; that a file could not be checked is no matter of taste.
    """
    if seen.report.failed:
        return BROKEN
    fails = seen.stale or any(finding.fails for finding in seen.report.findings)
    return FINDINGS if fails and not exit_zero else CLEAN


def default_cache() -> str:
    """Return the user's cache folder for gatecheck."""
    import platformdirs

    return platformdirs.user_cache_dir("gatecheck")


def _compare(seen: Seen, plan: Plan, options: Options) -> Seen | Refused:
    if not (options.update_baseline or options.changed or options.since is not None or plan.settings.baseline):
        return seen
    from gatecheck.compare import compare

    compared = compare(seen.report, plan, options, lambda tree: analyse(plan, tree, options).report)
    if isinstance(compared, Refused):
        return compared
    return Seen(compared.report, (*seen.sentences, *compared.sentences), compared.stale)


def _outcome(seen: Seen, plan: Plan, options: Options, beside: render.Beside) -> Outcome:
    settings = plan.settings
    if settings.min_confidence is not None:
        findings = view.at_least(seen.report.findings, settings.min_confidence)
        seen = msgspec.structs.replace(seen, report=msgspec.structs.replace(seen.report, findings=findings))
    code = exit_code(seen, exit_zero=options.exit_zero)
    wish = render.Wish(
        form=settings.output_format,
        exit_code=code,
        min_confidence=settings.min_confidence,
        color=options.color,
        verbose=options.verbose,
        statistics=options.statistics,
        timings=options.timings,
        beside=beside,
    )
    wishes = [wish, *(msgspec.structs.replace(wish, form=form, color=False) for form in options.also)]
    text, *also = [render.render(seen.report, plan.tree, each) for each in wishes]
    return Outcome(code, text, (*seen.sentences, *_silent(seen.report, plan)), tuple(also))


def _silent(report: Report, plan: Plan) -> tuple[str, ...]:
    """Return what a form that has no place for it would keep silent."""
    if plan.settings.output_format is OutputFormat.TEXT:
        return ()
    sentences = [f"{failure.file}: {failure.reason}" for failure in report.failed if failure.file != WHOLE]
    if report.files == 0 and not report.failed:
        sentences.append(f"no Python file in {report.root}: nothing to check")
    elif not report.protocol:
        sentences.append("no file waits for a layer's load: nothing to check")
    return (*sentences, *plan.tree.notes)
