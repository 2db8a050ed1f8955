"""Installed as ``gatecheck.runtime_verify``."""

if __name__ != "gatecheck.runtime_verify":
    raise ImportError(f"import gatecheck.runtime_verify, not {__name__}: this folder is a part of gatecheck")
