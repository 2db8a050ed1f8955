"""Fixes: how they are chosen, applied, proved and written."""
