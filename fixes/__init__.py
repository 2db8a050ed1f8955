"""Installed as ``gatecheck.fixes``."""

if __name__ != "gatecheck.fixes":
    raise ImportError(f"import gatecheck.fixes, not {__name__}: this folder is a part of the package gatecheck")
