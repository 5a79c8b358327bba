"""The scenarios as a booklet: text, a small map of the start, set-up in the right state by side, arrivals.

In: a game in one language, the plan of its map, a paper. Out: a `Document`. Read `booklet.scenario_booklet` first.
"""
