"""The walk, part by part."""
