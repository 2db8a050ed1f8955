"""From command-line arguments to the files of one scan, and from a file to its text."""

from __future__ import annotations

import importlib.util
import os
import stat
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Failure

if TYPE_CHECKING:
    import pathspec

RELEASE = "pypi:"
"""How an argument begins that names a release."""

_SKIPPED_FOLDERS = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"})
_TEST_FOLDERS = frozenset({"benchmark", "benchmarks", "test", "tests"})
_INSTALLED_PARTS = frozenset({"site-packages", "dist-packages"})


class SourceFile(msgspec.Struct, frozen=True, order=True):
    """A file of the scan: its POSIX path relative to the tree's root, and its absolute path on this machine."""

    path: str
    absolute: str


class Tree(msgspec.Struct, frozen=True):
    """What is scanned, sorted by path. Every path, in ``failed`` too, is relative to ``root``, an absolute folder.

    ``writable`` is False for an installed package and for the cache: no fix may write below ``root`` then.
    ``notes`` are sentences on what was left out on purpose.
    """

    root: str
    files: tuple[SourceFile, ...] = ()
    failed: tuple[Failure, ...] = ()
    writable: bool = False
    notes: tuple[str, ...] = ()


class Where(msgspec.Struct, frozen=True):
    """Which files are wanted: the arguments as given, the folder they count from, and what to leave out.

    ``exclude`` holds patterns in the manner of .gitignore that count from ``exclude_base``, or from the tree's root
    for files outside it. ``cache_dir`` is where releases from PyPI are kept.
    """

    paths: tuple[str, ...]
    cwd: str
    exclude: tuple[str, ...] = ()
    exclude_base: str | None = None
    cache_dir: str | None = None


class Refused(msgspec.Struct, frozen=True):
    """Why the arguments name nothing that can be scanned, in one sentence."""

    message: str


class _Scope(msgspec.Struct, frozen=True):
    """One argument, resolved: the folder or file it names, and the folders below it that are walked."""

    given: str
    walked: tuple[str, ...]
    writable: bool


def resolve(where: Where) -> Tree | Refused:
    """Return the tree that the arguments name, or why there is none."""
    scopes: list[_Scope] = []
    if not where.paths:
        scope = _without_path(Path(where.cwd))
        if isinstance(scope, Refused):
            return scope
        scopes.append(scope)
    for argument in where.paths:
        scope = _scope(argument, where)
        if isinstance(scope, Refused):
            return scope
        scopes.append(scope)
    root = _common_root(tuple(scope.given for scope in scopes))
    if root is None:
        return Refused("the paths given lie on different drives; check them one by one")
    walk = _Walk(root, _Excluded(root, where))
    for scope in scopes:
        for path in scope.walked:
            walk.enter(path)
    return walk.tree(writable=all(scope.writable for scope in scopes))


def read(file: SourceFile) -> str | Failure:
    """Return the text of a file with its line ends as they are, or the reason why there is none."""
    try:
        data = Path(file.absolute).read_bytes()
    except OSError as error:
        return Failure(file.path, f"the file cannot be read: {error.strerror}")
    if b"\0" in data:
        return Failure(file.path, "the file holds a NUL byte, so it is not Python source")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Failure(file.path, f"the file is not UTF-8: byte 0x{data[error.start]:02x} in line {line}")


def may_write(tree: Tree, file: SourceFile) -> bool:
    """Tell whether a fix may write this file: the tree allows it and the file does not lead out of it by a link."""
    real, root = os.path.realpath(file.absolute), os.path.realpath(tree.root)
    return tree.writable and Path(real).is_relative_to(root) and not _is_installed(real)


def _scope(argument: str, where: Where) -> _Scope | Refused:
    if argument.startswith(RELEASE):
        from gatecheck import releases

        unpacked = releases.fetch(argument, where.cache_dir)
        if isinstance(unpacked, releases.Unavailable):
            return Refused(unpacked.message)
        return _Scope(unpacked, _packages(Path(unpacked)), writable=False)
    path = os.path.normpath(os.path.join(where.cwd, argument))  # noqa: PTH118 - Path would keep "..", realpath follows links
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - one call tells folder, file and neither
    except OSError as error:
        missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        return Refused(f"{argument} " + ("does not exist" if missing else f"cannot be read: {error.strerror}"))
    writable = not _is_installed(path)
    if stat.S_ISDIR(mode):
        return _Scope(path, _packages(Path(path)) or (path,), writable=writable)
    if stat.S_ISREG(mode):
        return _Scope(path, (path,), writable=writable)
    return Refused(f"{argument} is neither a file nor a folder")


def _without_path(cwd: Path) -> _Scope | Refused:
    for folder in (cwd, *cwd.parents):
        walked = _packages(folder)
        if walked:
            return _Scope(str(folder), walked, writable=not _is_installed(str(folder)))
        if (folder / ".git").exists():
            break
    if cwd.name == "srt" and (cwd / "mem_cache").is_dir():
        return _Scope(str(cwd), (str(cwd),), writable=not _is_installed(str(cwd)))
    package = _installed_package()
    if package is not None:
        return _Scope(str(package.parent), (str(package / "srt"),), writable=False)
    return Refused(
        "no path is given, the current folder holds no SGLang, and no package sglang is installed; "
        "name a folder, a file, or a release such as pypi:sglang==0.5.10.post1"
    )


def _packages(folder: Path) -> tuple[str, ...]:
    """Return the ``srt`` packages of a checkout at ``folder``: SGLang's, or a fork's under another name."""
    own = [folder / "python/sglang/srt", folder / "sglang/srt"]
    if folder.name == "sglang":
        own.append(folder / "srt")
    found = [path for path in own if path.is_dir()]
    if not found and os.access(folder, os.R_OK):
        found = [path.parent for depth in ("", "python/") for path in folder.glob(f"{depth}*/srt/mem_cache")]
    return tuple(sorted(str(path) for path in found))


def _installed_package() -> Path | None:
    try:
        spec = importlib.util.find_spec("sglang")
    except (ImportError, ValueError):
        return None
    locations = list(spec.submodule_search_locations or ()) if spec is not None else []
    return next((Path(place) for place in locations if (Path(place) / "srt").is_dir()), None)


def _is_installed(path: str) -> bool:
    return not _INSTALLED_PARTS.isdisjoint(Path(path).parts)


def _common_root(given: tuple[str, ...]) -> str | None:
    folders = [path if Path(path).is_dir() else str(Path(path).parent) for path in given]
    try:
        return os.path.commonpath(folders)
    except ValueError:
        return None


def _in_runtime(folder: str) -> bool:
    """Whether a folder is SGLang's runtime package, or lies in it."""
    parts = Path(folder).parts
    return any(inner == "srt" and outer not in _TEST_FOLDERS for outer, inner in pairwise(parts))


def _is_test(name: str) -> bool:
    return name in _TEST_FOLDERS or (name.startswith("test_") and name.endswith(".py"))


class _Excluded:
    """Which paths the configuration leaves out."""

    def __init__(self, root: str, where: Where) -> None:
        self._root = root
        self._base = where.exclude_base
        self._spec: pathspec.GitIgnoreSpec | None = None
        if where.exclude:
            import pathspec

            self._spec = pathspec.GitIgnoreSpec.from_lines(where.exclude)

    def __call__(self, path: str, *, folder: bool) -> bool:
        if self._spec is None:
            return False
        below = self._base if self._base is not None and Path(path).is_relative_to(self._base) else self._root
        name = Path(path).relative_to(below).as_posix()
        return self._spec.match_file(f"{name}/" if folder else name)


class _Walk:
    """Collects the files of one scan. Folders behind a symbolic link are not entered, so no loop can hold it."""

    def __init__(self, root: str, excluded: _Excluded) -> None:
        self._root = root
        self._below = f"{root}/" if os.sep == "/" and not root.endswith("/") else "\0"
        self._excluded = excluded
        self._files: dict[str, SourceFile] = {}
        self._failed: set[Failure] = set()
        self._notes: set[str] = set()

    def enter(self, path: str) -> None:
        """Take a file that was named, or everything below a folder.

        Inside SGLang's runtime tests and benchmarks are left out, unless the folder named lies in them.
        """
        if not Path(path).is_dir():
            self._add(path)
            return
        pending = [path]
        while pending:
            folder = pending.pop()
            entries = self._folder(folder)
            if _in_runtime(folder):
                entries = [entry for entry in entries if not _is_test(entry.name)]
            pending.extend(entry.path for entry in entries if self._is_walked(entry))

    def tree(self, *, writable: bool) -> Tree:
        """Return what was collected."""
        files = tuple(sorted(self._files.values(), key=lambda file: (file.path, file.absolute)))
        return Tree(self._root, files, tuple(sorted(self._failed)), writable, tuple(sorted(self._notes)))

    def _folder(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._failed.add(Failure(self._relative(folder), f"the folder cannot be read: {error.strerror}"))
            return []

    def _is_walked(self, entry: os.DirEntry[str]) -> bool:
        """Take a file, and tell whether the entry is a folder to walk; what begins with a dot is no source."""
        if entry.name.startswith("."):
            return False
        if entry.is_symlink() and not entry.name.endswith(".py"):
            self._note_link(entry)
            return False
        if entry.is_dir(follow_symlinks=False):
            return entry.name not in _SKIPPED_FOLDERS and not self._excluded(entry.path, folder=True)
        if entry.name.endswith(".py") and not self._excluded(entry.path, folder=False):
            self._python(entry)
        return False

    def _python(self, entry: os.DirEntry[str]) -> None:
        if entry.is_file(follow_symlinks=False):
            self._add(entry.path)
            return
        try:
            mode = entry.stat().st_mode
        except OSError as error:
            self._failed.add(Failure(self._relative(entry.path), f"the file cannot be read: {error.strerror}"))
            return
        if not stat.S_ISREG(mode):
            return
        inside = Path(os.path.realpath(entry.path)).is_relative_to(os.path.realpath(self._root))
        if entry.is_symlink() and inside:
            return
        self._add(entry.path)

    def _note_link(self, entry: os.DirEntry[str]) -> None:
        target = Path(os.path.realpath(entry.path))
        if not target.is_dir():
            return
        if Path(os.path.realpath(Path(entry.path).parent)).is_relative_to(target):
            self._notes.add(f"{self._relative(entry.path)} is a link to a folder above it and is not followed")
        elif not target.is_relative_to(os.path.realpath(self._root)):
            self._notes.add(f"{self._relative(entry.path)} is a link out of the tree and is not followed")

    def _add(self, path: str) -> None:
        self._files[path] = SourceFile(self._relative(path), path)

    def _relative(self, path: str) -> str:
        # A name that is no text would break every renderer; the absolute path still opens the file.
        plain = path.startswith(self._below) and path.isascii()
        name = path[len(self._below) :] if plain else Path(path).relative_to(self._root).as_posix()
        return name if plain else os.fsencode(name).decode("utf-8", "backslashreplace")
