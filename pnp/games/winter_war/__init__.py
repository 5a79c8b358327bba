"""Winter War: a hex game for two players with zones of control, railways, supply and a hidden set-up.

In: the game's sources. Out: `rules.WinterWar`. Read `rules` for how all is joined, `movement` for a move, `supply` for
who is isolated, `combat` for a fight; the turn is declared in game.yaml. No number of the game stands here: `board`
takes them all from the sources.
"""
