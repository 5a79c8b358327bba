"""March of Justice: a point-to-point game; one player leads Wagner, a table of priorities or a second player Russia.

In: the game's sources. Out: `rules.MarchOfJustice`. The turn stands in game.yaml; read `rules` for the procedures that
its steps name, `contact` for one of them, `ai` for the priority table. No number or name of the game stands here:
`board` takes them all from the sources.
"""
