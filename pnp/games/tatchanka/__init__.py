"""What the two games of Tatchanka share: factions that are led, ways by rail and water, supply along these, combat.

In: the sources of a game of the series. Out: its `Rules`. Read `rules` first, then `kit` and `board`; each other module
is a procedure of its own, or what it changes in one of the kit.
"""
