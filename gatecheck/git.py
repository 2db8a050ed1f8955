"""What is asked of git: where a repository begins, what has changed, and what a revision holds."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path, PurePosixPath

import msgspec

_LINK = "120000"


class GitError(msgspec.Struct, frozen=True):
    """Why git has no answer, in one sentence."""

    message: str


class _Blob(msgspec.Struct, frozen=True):
    name: str
    path: str


def top_level(folder: Path) -> Path | None:
    """Return the folder at or above this one that holds ``.git``, or None."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)


def prefix(folder: Path) -> str:
    """Return the POSIX path from the top level of the repository to the folder: empty at the top, or without one."""
    top = top_level(folder)
    way = "" if top is None else folder.relative_to(top).as_posix()
    return "" if way == "." else way


def changed(top: Path) -> frozenset[str] | GitError:
    """Return the paths, relative to the top level, that differ from the last commit or are new.

    Where pre-commit compares two revisions, it is their difference that counts.
    """
    old, new = os.environ.get("PRE_COMMIT_FROM_REF"), os.environ.get("PRE_COMMIT_TO_REF")
    span = [f"{old}...{new}"] if old and new else [_last_commit(top)]
    tracked = _git(top, "diff", "--name-only", "-z", "--no-renames", *span, "--")
    if isinstance(tracked, GitError):
        return tracked
    untracked = b"" if old and new else _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    if isinstance(untracked, GitError):
        return untracked
    return frozenset(os.fsdecode(name) for name in (tracked + untracked).split(b"\0") if name)


def _last_commit(top: Path) -> str:
    """Return HEAD, or the empty tree where nothing has been committed yet."""
    head = _git(top, "rev-parse", "--verify", "--quiet", "HEAD")
    if not isinstance(head, GitError):
        return "HEAD"
    empty = _git(top, "hash-object", "-t", "tree", "--stdin")
    return "HEAD" if isinstance(empty, GitError) else empty.decode().strip()


def checkout_python(top: Path, revision: str, below: str, target: Path) -> GitError | None:
    """Write the Python files that a revision has below a folder into ``target``, at their places.

    Nothing of the repository changes: no worktree is added, and no filter or hook runs.
    """
    commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if isinstance(commit, GitError):
        return GitError(f"git knows no revision {revision!r} here")
    listed = _git(top, "ls-tree", "-r", "-z", "--full-tree", commit.decode().strip(), *(["--", below] if below else []))
    if isinstance(listed, GitError):
        return listed
    blobs = [blob for line in listed.split(b"\0") if line and (blob := _blob(line)) is not None]
    request = "".join(f"{blob.name}\n" for blob in blobs).encode()
    contents = _git(top, "cat-file", "--batch", request=request)
    if isinstance(contents, GitError):
        return contents
    _write(blobs, contents, target)
    return None


def _blob(line: bytes) -> _Blob | None:
    head, _, path = line.partition(b"\t")
    mode, kind, name = head.decode().split()
    wanted = kind == "blob" and mode != _LINK and path.endswith(b".py")
    return _Blob(name, os.fsdecode(path)) if wanted and ".." not in PurePosixPath(os.fsdecode(path)).parts else None


def _write(blobs: list[_Blob], contents: bytes, target: Path) -> None:
    position = 0
    for blob in blobs:
        end = contents.index(b"\n", position)
        size = int(contents[position:end].split()[2])
        path = target / blob.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents[end + 1 : end + 1 + size])
        position = end + size + 2


def _git(top: Path, *arguments: str, request: bytes | None = None) -> bytes | GitError:
    git = shutil.which("git")
    if git is None:
        return GitError("git is needed for this, and it is not on PATH")
    run = subprocess.run(  # noqa: S603 - fixed words, and a revision behind --end-of-options
        [git, "-C", str(top), *arguments],
        input=request if request is not None else b"",
        capture_output=True,
        check=False,
    )
    if run.returncode != 0:
        last = run.stderr.decode(errors="replace").strip().splitlines() or ["it gave no reason"]
        return GitError(f"git {arguments[0]} failed: {last[-1]}")
    return run.stdout
