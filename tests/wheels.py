"""Tiny wheels of SGLang, so that tests download nothing."""

from __future__ import annotations

import zipfile
from pathlib import Path

POOL = "class Pool:\n    pass\n"


def write_wheel(folder: Path, version: str, files: dict[str, str], tag: str = "py3-none-any") -> Path:
    """Write ``sglang-VERSION-TAG.whl`` with these files and the metadata that pip asks for."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"sglang-{version}-{tag}.whl"
    info = f"sglang-{version}.dist-info"
    meta = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: sglang\nVersion: {version}\nRequires-Python: >=3.10\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {tag}\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**files, **meta}.items():
            archive.writestr(name, text)
    return wheel
