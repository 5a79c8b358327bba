"""The referee's core: what every game needs to be played by program, and no game by name.

In: a `Game` of the model and the procedures of `pnp.games`. Out: states, choices, verdicts and logs. Read
`engine.Rules` first (the contract), then `state.State`, then `records` (what is written while a game runs).
Numbers come from the game's sources; the procedures of a game are in `pnp.games`.
"""
