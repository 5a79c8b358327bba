"""Checks of names: every name exists, none twice, none in vain."""
