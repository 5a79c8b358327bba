"""Makers of products: each takes a `Task` and gives the bytes of its file and the number of pages (0 when it isn't a
PDF).

A module is imported when the first product of its kind is made (`products.maker_of`), so that a build of counters loads
nothing for maps, books and modules.
"""
