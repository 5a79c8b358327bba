"""`pnp play` at the terminal: a screen, the commands, and the session of one person.

In: rules, a state, computer players. Out: text and questions; the game as far as it was played. What things are called
and what a line means comes from `pnp.players.person`. Begin with `session`.
"""
