"""Generators of printed sheets and books: each takes a `Game` (and the plan of its map) and returns scenes or pages in
mm.

Rooms, each importing only from those before it: `typeset` (paragraphs), `sheets` (what every sheet carries),
`counters`, `tables` (tables of every kind as drawings), `maps` (`area`, `point`, `hex`, then the sheet and its tiles),
`charts` (the player aid), `book` (the rulebook and its figures), `read_me` (what to print, and how).
"""
