"""Checks of print: what is set is no wider than its place, and every letter can be drawn."""
