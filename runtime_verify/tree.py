"""From the argument of ``verify`` to a folder that holds the whole package ``sglang``, ready to be imported."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

import platformdirs

SPEC = re.compile(r"pypi:sglang==(?P<version>[A-Za-z0-9][A-Za-z0-9.!+_-]{0,63})\Z")
PYTHONS = ("3.12", "3.11", "3.10", "3.13")
# Wheels carry a Linux tag from 0.5.11 on; their content is Python files.
PLATFORMS = ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64", "any")
LEFT_OUT = ("sglang/multimodal_gen/", "sglang/test/")
LONGEST_DOWNLOAD = 600
LARGEST = 1 << 30


class NoTreeError(Exception):
    """The argument names no tree that could be imported; the text says why."""


def find_tree(argument: str) -> Path:
    """The folder to put on ``sys.path``: given itself, or a checkout, the package, its ``srt``, or a release.

    Raises:
        NoTreeError: nothing importable is there.
    """
    if argument.startswith("pypi:"):
        return released(argument)
    given = Path(argument).resolve()
    for folder in (given, given / "python", given.parent, given.parent.parent):
        if (folder / "sglang" / "__init__.py").is_file() and (folder / "sglang" / "srt").is_dir():
            return folder
    raise NoTreeError(f"{argument} holds no package sglang with its __init__.py and srt; a proof has to import it")


def released(argument: str) -> Path:
    """A release from the package index, unpacked once into the cache.

    Raises:
        NoTreeError: there is no such release, or it cannot be had.
    """
    match = SPEC.match(argument)
    if match is None:
        raise NoTreeError(f"{argument} is not understood; write a release as pypi:sglang==0.5.12")
    target = platformdirs.user_cache_path("gatecheck") / "verify" / f"sglang-{match['version']}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as scratch:
            unpack(download(match["version"], Path(scratch)), Path(scratch) / "tree")
            (Path(scratch) / "tree").rename(target)
    return target


def download(version: str, folder: Path) -> Path:
    """The wheel of a release, never a source archive, whose build would run code.

    Raises:
        NoTreeError: pip finds none, with pip's last line.
    """
    said = ""
    for python in PYTHONS:
        command = [sys.executable, "-m", "pip", "download", f"sglang=={version}", "--no-deps", "--only-binary=:all:"]
        command += ["--dest", str(folder), "--python-version", python, "--disable-pip-version-check", "--quiet"]
        command += [word for platform in PLATFORMS for word in ("--platform", platform)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_DOWNLOAD)  # noqa: S603 - fixed words and a matched version
        except subprocess.TimeoutExpired as error:
            raise NoTreeError(f"sglang {version} could not be downloaded in {LONGEST_DOWNLOAD} s") from error
        wheel = next(folder.glob("*.whl"), None)
        if run.returncode == 0 and wheel is not None:
            return wheel
        said = (run.stderr.strip().splitlines() or ["pip said nothing"])[-1]
    raise NoTreeError(f"sglang {version} cannot be had: {said}")


def unpack(wheel: Path, target: Path) -> None:
    """Write the package folder of a wheel below ``target``, without the parts that no pool needs.

    Raises:
        NoTreeError: the wheel holds a path that leads elsewhere, or too much.
    """
    with zipfile.ZipFile(wheel) as archive:
        wanted = [
            info
            for info in archive.infolist()
            if info.filename.startswith("sglang/") and not info.filename.startswith(LEFT_OUT)
        ]
        if sum(info.file_size for info in wanted) > LARGEST:
            raise NoTreeError(f"{wheel.name} unpacks to more than {LARGEST} bytes")
        for info in wanted:
            name = PurePosixPath(info.filename)
            if name.is_absolute() or ".." in name.parts or "\\" in info.filename:
                raise NoTreeError(f"{wheel.name} holds the unsafe path {info.filename!r}")
            archive.extract(info, target)
