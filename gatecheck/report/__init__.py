"""Pure renderers: a report in, text out."""
