"""Advice for every declared game, made of what is declared: points, tables, movement, supply.

In: the `Assembly` of a game, a state, its choices. Out: the choices with scores and reasons. Read `adviser` (what
weighs which decision), then `worth` (of units and places), `ends` (places that end the game), `battles` (what an attack
is likely to bring), `outlook` (what a position holds), `marches` (where units should go), `retreats` (who gives way,
and where to), `weights` (the terms, and what each is worth in play), and `terms` (those that a game adds).
"""
