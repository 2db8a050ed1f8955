"""Installed as ``gatecheck.rules``."""

if __name__ != "gatecheck.rules":
    raise ImportError(f"import gatecheck.rules, not {__name__}: this folder is a part of the package gatecheck")
