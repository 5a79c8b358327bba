"""Drafts of sources from what others have made.

In: a VASSAL module, a list of counters, geography. Out: the files of a game's folder as text and bytes, and notes on
what could not be read. Nothing is executed or fetched; the command line writes. Read `draft` first.
"""
