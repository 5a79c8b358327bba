"""Checks of counters: how many, on which sheet, in which colours, with which piece numbers."""
