"""The Russian Portfolio: the eastern front of 1941-42, with attacks in waves, reserve phases and supply by long lines.

In: the game's sources. Out: `rules.RussianPortfolio`. Read `rules` for how all is joined, `movement` for a move,
`assault` for the course of an attack phase and `results` for what a die brings; the turn is declared in game.yaml. No
number of the game stands here: `board` takes them all from the sources.
"""
