"""Putin's War: an area game for one player; the system plays Ukraine.

In: the game's sources. Out: `rules.PutinsWar`. Read `phases` for the turn, `movement` for an activation, `combat`
for what follows it. No number of the game stands here: `board` takes them all from the sources.
"""
