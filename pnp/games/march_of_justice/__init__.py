"""March of Justice: a point-to-point game; one player leads Wagner, a table of priorities or a second player Russia.

In: the game's sources. Out: `rules.MarchOfJustice`. Read `phases` for the turn, `combat` for a contact, `ai` for the
priority table. No number or name of the game stands here: `board` takes them all from the sources.
"""
