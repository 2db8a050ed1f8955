"""Which findings a change is answerable for: those that a revision does not have, or those in changed files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from gatecheck import git, sources
from gatecheck.baseline import mark
from gatecheck.findings import Failure, Report, State
from gatecheck.report.view import WHOLE
from gatecheck.sources import Tree, Where

Check = Callable[[Tree], Report]
"""Checks a tree with the settings of this run."""


class Scope(msgspec.Struct, frozen=True):
    """What was scanned: the arguments as given, and the tree they led to."""

    where: Where
    tree: Tree


class Impossible(msgspec.Struct, frozen=True):
    """Why the comparison cannot be made, in one sentence."""

    message: str


def against_revision(report: Report, scope: Scope, revision: str, check: Check) -> Report | Impossible:
    """Return the report with what the revision already has marked as known.

    Both trees are checked as wholes and compared by fingerprints, so lines that moved make nothing new. What the
    revision silences by a comment counts as not there: taking the comment away is a change.
    """
    top = git.top_level(Path(report.root))
    if top is None:
        return Impossible(f"{report.root} is in no git repository, so there is nothing to compare it with")
    with tempfile.TemporaryDirectory(prefix="gatecheck-") as scratch:
        copy = Path(os.path.realpath(scratch)) / top.name
        trouble = git.checkout_python(top, revision, _below(scope.tree, top), copy)
        if trouble is not None:
            return Impossible(trouble.message)
        tree = _same_scope(scope.where, top, copy)
        if tree is None:
            return report
        before = check(tree)
    crash = next((failure for failure in before.failed if failure.file == WHOLE), None)
    if crash is not None:
        # Without the revision's findings all of them would look new.
        failed = (*report.failed, Failure(WHOLE, f"{revision} could not be checked: {crash.reason}"))
        return msgspec.structs.replace(report, failed=failed)
    return mark(report, frozenset(found.fingerprint for found in before.findings if found.state is State.NEW))


def in_changed_files(report: Report) -> Report | Impossible:
    """Return the report with the findings of files that differ from the last commit, and no others."""
    root = Path(report.root)
    top = git.top_level(root)
    if top is None:
        return Impossible(f"{report.root} is in no git repository, so nothing in it is known as changed")
    changed = git.changed(top)
    if isinstance(changed, git.GitError):
        return Impossible(changed.message)
    prefix = git.prefix(root)
    kept = tuple(found for found in report.findings if _at(prefix, found.place.file) in changed)
    return msgspec.structs.replace(report, findings=kept)


def _at(prefix: str, file: str) -> str:
    return f"{prefix}/{file}" if prefix else file


def _below(tree: Tree, top: Path) -> str:
    folders = [str(Path(file.absolute).parent) for file in tree.files] or [tree.root]
    way = Path(os.path.commonpath(folders)).relative_to(top).as_posix()
    return "" if way == "." else way


def _same_scope(where: Where, top: Path, copy: Path) -> Tree | None:
    """Resolve the same arguments in the copy, so that its root is the same folder of the repository."""
    cwd = _moved(".", where.cwd, top, copy)
    cwd.mkdir(parents=True, exist_ok=True)
    paths = [_moved(path, where.cwd, top, copy) for path in where.paths]
    for given, path in zip(where.paths, paths, strict=True):
        _stand_in(Path(where.cwd, given), path)
    base = str(_moved(where.exclude_base, where.cwd, top, copy)) if where.exclude_base is not None else None
    moved = msgspec.structs.replace(where, paths=tuple(map(str, paths)), cwd=str(cwd), exclude_base=base)
    resolved = sources.resolve(moved)
    return resolved if isinstance(resolved, Tree) and Path(resolved.root).is_relative_to(copy) else None


def _stand_in(given: Path, path: Path) -> None:
    """Put something empty where the revision has nothing yet."""
    if given.is_dir():
        path.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def _moved(path: str, cwd: str, top: Path, copy: Path) -> Path:
    absolute = Path(os.path.normpath(Path(cwd, path)))
    return copy / absolute.relative_to(top) if absolute.is_relative_to(top) else copy / "outside" / absolute.name
