"""Releases of SGLang from PyPI: a wheel is downloaded once and its Python files are kept in the cache, never run."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from importlib.machinery import PathFinder
from pathlib import Path, PurePosixPath

import msgspec
import platformdirs

_SPEC = re.compile(r"pypi:sglang==(?P<version>[A-Za-z0-9][A-Za-z0-9.!+_-]{0,63})\Z")
_VERSIONS = re.compile(r"from versions: ([^)]*)\)")
_PYTHONS = ("3.12", "3.11", "3.10", "3.13")
_GLIBC = (17, 24, 28, 31, 34, 35, 38, 39)
_WANTED = "sglang/srt/"
_MAX_FILES = 50_000
_MAX_BYTES = 1 << 30
_CHUNK = 1 << 20
_MINUTES = 10 * 60


class Unavailable(msgspec.Struct, frozen=True):
    """Why a release cannot be had, in one sentence."""

    message: str


class _WheelError(Exception):
    """A wheel that is refused; never leaves this module."""


def fetch(argument: str, cache_dir: str | None) -> str | Unavailable:
    """Return the folder that holds ``sglang/srt`` of the release ``pypi:sglang==X``.

    The folder is complete or absent: it is filled under another name and renamed.
    """
    match = _SPEC.match(argument)
    if match is None:
        return Unavailable(f"{argument} is not understood; write a release as pypi:sglang==0.5.10.post1")
    version = match["version"]
    target = _releases(cache_dir) / f"sglang-{version}"
    if target.is_dir():
        return str(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as scratch:
            wheel = _download(version, Path(scratch))
            if isinstance(wheel, Unavailable):
                return wheel
            unpacked = Path(scratch) / "unpacked"
            unpack(wheel, unpacked)
            _publish(unpacked, target)
    except (_WheelError, zipfile.BadZipFile) as fault:
        return Unavailable(f"the wheel of sglang {version} is refused: {fault}")
    except OSError as error:
        return Unavailable(f"sglang {version} cannot be kept in {target.parent}: {error.strerror}")
    return str(target)


def unpack(wheel: Path, target: Path) -> None:
    """Write the Python files of SGLang's runtime below ``target``, and nothing else; raise for an unsafe wheel."""
    left = _MAX_BYTES
    with zipfile.ZipFile(wheel) as archive:
        wanted = [info for info in archive.infolist() if info.filename.startswith(_WANTED) and _is_python(info)]
        if not wanted:
            raise _WheelError(f"it holds no {_WANTED}")
        if len(wanted) > _MAX_FILES:
            raise _WheelError(f"it holds more than {_MAX_FILES} files")
        for info in wanted:
            path = target / _checked(info)
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(info) as source, path.open("xb") as sink:
                while chunk := source.read(_CHUNK):
                    left -= len(chunk)
                    if left < 0:
                        raise _WheelError(f"it unpacks to more than {_MAX_BYTES} bytes")
                    sink.write(chunk)


def _is_python(info: zipfile.ZipInfo) -> bool:
    return info.filename.endswith(".py")


def _checked(info: zipfile.ZipInfo) -> PurePosixPath:
    name = PurePosixPath(info.filename)
    if name.is_absolute() or ".." in name.parts or "\\" in info.filename or ":" in info.filename:
        raise _WheelError(f"it holds the unsafe path {info.filename!r}")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise _WheelError(f"it holds the symbolic link {info.filename!r}")
    return name


def _publish(unpacked: Path, target: Path) -> None:
    try:
        unpacked.rename(target)
    except OSError:
        # Another run was quicker: its copy is the same.
        if not target.is_dir():
            raise


def _releases(cache_dir: str | None) -> Path:
    base = Path(cache_dir).absolute() if cache_dir is not None else platformdirs.user_cache_path("gatecheck")
    return base / "releases"


def _download(version: str, folder: Path) -> Path | Unavailable:
    pip = _pip()
    if pip is None:
        return Unavailable("pip is needed to download a release, and none is found beside this Python or on PATH")
    output = ""
    for python in _PYTHONS:
        try:
            run = subprocess.run(  # noqa: S603 - fixed words and a version that was matched above
                [*pip, *_arguments(version, python, folder)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=_MINUTES,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return Unavailable(f"sglang {version} could not be downloaded in {_MINUTES // 60} minutes")
        wheel = next(folder.glob("*.whl"), None)
        if run.returncode == 0 and wheel is not None:
            return wheel
        output = run.stderr
        if not _knows(output, version):
            break
    return Unavailable(_reason(version, output))


def _arguments(version: str, python: str, folder: Path) -> list[str]:
    """Say to pip which machine the wheel would be for; nothing is built or run, so this machine does not matter."""
    platforms = [f"manylinux_2_{glibc}_x86_64" for glibc in _GLIBC] + ["manylinux2014_x86_64", "linux_x86_64", "any"]
    tags = [f"cp{python.replace('.', '')}", "abi3", "none"]
    arguments = ["download", f"sglang=={version}", "--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    arguments += ["--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "20"]
    arguments += ["--python-version", python, "--implementation", "cp"]
    arguments += [word for platform in platforms for word in ("--platform", platform)]
    return arguments + [word for tag in tags for word in ("--abi", tag)]


def _pip() -> list[str] | None:
    # The path finder alone: other finders (setuptools' hack for distutils is one) act on the name pip.
    if PathFinder.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    found = shutil.which("pip3") or shutil.which("pip")
    return [os.path.abspath(found)] if found else None  # noqa: PTH100 - a resolved link would be another pip


def _known(output: str) -> list[str]:
    match = _VERSIONS.search(output)
    return [word for word in match[1].split(", ") if word != "none"] if match else []


def _knows(output: str, version: str) -> bool:
    """Tell whether another target may help: the index has versions, or has this one for other Pythons only."""
    return f"{version} Requires-Python" in output or "is not a supported wheel" in output or not _known(output)


def _reason(version: str, output: str) -> str:
    known = _known(output)
    if known:
        near = difflib.get_close_matches(version, known, n=3, cutoff=0) or known[-3:]
        return f"the index has no wheel of sglang {version}; near {'is' if len(near) == 1 else 'are'} {', '.join(near)}"
    if re.search(r"Retrying|connection|resolve|timed out|ProxyError|SSLError", output, re.IGNORECASE):
        return f"sglang {version} is not in the cache, and the package index cannot be reached"
    last = next((line for line in reversed(output.splitlines()) if line.startswith("ERROR")), "pip gave no reason")
    return f"sglang {version} could not be downloaded: {last.removeprefix('ERROR: ')}"
