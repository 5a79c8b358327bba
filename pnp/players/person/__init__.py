"""A person at a terminal, without the terminal: what is offered and how it is named, what a typed line means, the
chances of a roll, and a map of the neighbourhood.

In: rules, a state, the side that reads, a typed line. Out: values and words; `pnp.cli.terminal` prints them and asks.
Begin with `sight`, then `words`.
"""
