"""Putin's War: an area game for one player; the system plays Ukraine.

In: the game's sources, `procedures.yaml` among them. Out: `rules.PutinsWar`. Read `activation` for what a player does,
`combat` for what follows it. No number of the game stands here: `board` takes them all from the sources.
"""
