"""Winter War: a hex game for two players with zones of control, railways, supply and a hidden set-up.

In: the game's sources. Out: `rules.WinterWar`. Read `phases` for the turn, `movement` for a move, `supply` for who is
isolated, `combat` for a fight. No number of the game stands here: `board` takes them all from the sources.
"""
