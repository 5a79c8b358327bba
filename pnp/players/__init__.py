"""Who decides: random, heuristic, searching.

In: rules, a state, its choices. Out: one choice, and the reasons on request. Read `base.Player`, then `roster` (the
list of names), then `match` (a whole game).
"""
