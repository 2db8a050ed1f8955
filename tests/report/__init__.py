"""Tests of the renderers, on hand-made reports."""
